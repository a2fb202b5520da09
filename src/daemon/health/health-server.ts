import type { IncomingMessage, ServerResponse } from 'node:http';
import { closeHttpServer } from '../../net/http/close-http-server.js';
import { HttpConnections } from '../../net/http/http-connections.js';
import { createHttpServer } from '../../net/http/http-server.js';
import { serveAllowedPeers } from '../../net/http/serve-allowed-peers.js';
import { isOriginAllowed } from '../../net/origin-check.js';
import type { PeerCheck } from '../../net/peer-check.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { bindChosenPort } from '../../platform/sockets/bind-port.js';
import { isLoopbackHost } from '../../platform/sockets/http-headers.js';
import type { Readiness } from './readiness.js';
import type { ServiceMetrics } from './service-metrics.js';

const HOST = '127.0.0.1';
/** How long a reply is repeated after it was made, in milliseconds: programs that ask all the time cost no more than those that do not. */
const REPEATED_MS = 100;
/** More than the few programs that watch a process open. */
const CONNECTIONS = 64;

export interface HealthServerOptions {
  /** 0: any free one */
  readonly port: number;
  readonly peers: PeerCheck;
  readonly readiness: Pick<Readiness, 'findReason'>;
  readonly metrics: Pick<ServiceMetrics, 'read'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/**
 * Serves `/healthz`, `/readyz` and `/metrics` on a loopback port of its own, as long as the process lives: while the service
 * starts and stops, too (docs/operating.md, Metrics).
 */
export class HealthServer implements Component {
  readonly #server = createHttpServer();
  /** by path */
  readonly #recent = new Map<string, Promise<Reply>>();

  private constructor(private readonly options: HealthServerOptions) {
    const { peers } = options;
    peers.guard(this.#server);
    new HttpConnections(this.#server, CONNECTIONS);
    serveAllowedPeers(this.#server, peers, { forbidden: { message: 'Forbidden' } }, (request, response) => {
      void this.#answer(request, response);
    });
  }

  /** @throws {UserError} if the port is in use */
  static async start(options: HealthServerOptions): Promise<HealthServer & { readonly port: number }> {
    const health = new HealthServer(options);
    const { port: chosen } = options;
    const port = await bindChosenPort(health.#server, { host: HOST, chosen, flag: '--metrics-port' });
    return Object.assign(health, { port });
  }

  stop(): Promise<void> {
    return closeHttpServer(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, type, text } = await this.#reply(request).catch((error: unknown) => {
      this.options.log.error({ err: error }, 'failed to answer a request for metrics');
      return plain(500, 'failed');
    });
    response.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.end(request.method === 'HEAD' ? undefined : text);
  }

  async #reply(request: IncomingMessage): Promise<Reply> {
    const { headers, method, socket, url } = request;
    if (!isLoopbackHost(headers.host, socket.localPort ?? 0) || !isOriginAllowed(request, null)) {
      return plain(403, 'forbidden');
    }
    if (method !== 'GET' && method !== 'HEAD') return plain(405, 'method not allowed');
    if (url === '/healthz') return plain(200, 'alive');
    if (url === '/readyz') return await this.#repeat(url, () => this.#readiness());
    if (url === '/metrics') return await this.#repeat(url, () => this.#metrics());
    return plain(404, 'not found');
  }

  #repeat(path: string, make: () => Promise<Reply>): Promise<Reply> {
    const recent = this.#recent.get(path);
    if (recent !== undefined) return recent;
    const made = make();
    this.#recent.set(path, made);
    // One question at a time, however long it takes.
    const forget = () => void this.options.clock.after(REPEATED_MS, () => this.#recent.delete(path));
    made.then(forget, forget);
    return made;
  }

  async #readiness(): Promise<Reply> {
    const reason = await this.options.readiness.findReason();
    return reason === null ? plain(200, 'ready') : plain(503, reason);
  }

  async #metrics(): Promise<Reply> {
    return { status: 200, ...(await this.options.metrics.read()) };
  }
}

function plain(status: number, text: string): Reply {
  return { status, type: 'text/plain; charset=utf-8', text: `${text}\n` };
}
