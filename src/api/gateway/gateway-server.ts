import type { IncomingMessage, Server } from 'node:http';
import type { WebSocket } from 'ws';
import { ConnectionSeats } from '../../net/connection-seats.js';
import { FrameBudgets } from '../../net/frames/frame-budget.js';
import { ReadTurns } from '../../net/frames/read-turns.js';
import type { HttpConnections } from '../../net/http/http-connections.js';
import { isOriginAllowed } from '../../net/origin-check.js';
import type { PeerCheck } from '../../net/peer-check.js';
import { WebSocketListener } from '../../net/websocket/websocket-listener.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { GATEWAY_CLOSE_CODES } from '../../protocol/gateway/opcodes.js';
import type { HostAllowlist } from '../core/http/host-allowlist.js';
import { DEFAULT_VERSION_NUMBER } from '../versions/index.js';
import type { ApiVersion } from '../versions/version.js';
import { Connection, type ConnectionListener, isCompressedStream } from './connection.js';
import { DispatchWriter } from './frames/dispatch-writer.js';
import { FrameFormats } from './frames/frame-format.js';
import { GATEWAY_LIMITS } from './limits.js';
import { type GatewayContext, handlePayload } from './payloads.js';

/** The paths of the gateway. */
const PATHS: ReadonlySet<string> = new Set(['/', '/gateway', '/gateway/']);
/** Close codes that end a session; after others it can be resumed. */
const GOODBYES: ReadonlySet<number> = new Set([1000, 1001]);

/** How long clients have to answer close frames when the service stops, in milliseconds. */
const STOP_WITHIN_MS = 1000;

export interface GatewayServerOptions {
  readonly context: GatewayContext;
  /** the versions of the gateway by the number that clients write */
  readonly versions: ReadonlyMap<string, ApiVersion>;
  readonly hosts: HostAllowlist;
  readonly peers: Pick<PeerCheck, 'isAllowed'>;
  /** the TCP connections of the service's port */
  readonly http: HttpConnections;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The gateway on the service's HTTP server: takes upgrades and makes them connections. */
export class GatewayServer implements Component {
  readonly #webSockets: WebSocketListener;
  readonly #connections = new Set<Connection>();
  readonly #unidentified = new ConnectionSeats<Connection>({
    total: GATEWAY_LIMITS.UNIDENTIFIED,
    evict: (connection) => {
      if (connection.session === null) connection.evict();
    },
  });

  readonly #budgets: FrameBudgets;
  readonly #formats: FrameFormats;
  readonly #writer = new DispatchWriter();
  readonly #turns: ReadTurns;

  constructor(private readonly options: GatewayServerOptions) {
    const { clock, http, log, versions } = options;
    this.#formats = new FrameFormats(versions);
    this.#turns = new ReadTurns(clock);
    this.#budgets = new FrameBudgets(GATEWAY_LIMITS.WORK, clock);
    this.#webSockets = new WebSocketListener({
      name: 'gateway',
      messageBytes: GATEWAY_LIMITS.PAYLOAD_BYTES * 4,
      unfinished: GATEWAY_LIMITS.UNFINISHED,
      http,
      refuse: (request) => this.#refuse(request),
      accept: (socket, request) => this.#open(socket, request),
      clock,
      log,
    });
  }

  /** The number of open connections. */
  get connections(): number {
    return this.#connections.size;
  }

  /** @param isGateway distinguishes its upgrades from those of others */
  listenTo(server: Server, isGateway: (request: IncomingMessage) => boolean): void {
    this.#webSockets.attach(server, isGateway);
  }

  async stop(): Promise<void> {
    await this.#webSockets.stop(STOP_WITHIN_MS, () =>
      Promise.all([...this.#connections].map((connection) => connection.goAway())),
    );
  }

  #refuse(request: IncomingMessage): string | null {
    const url = parseTarget(request.url);
    const ownOrigin = this.options.hosts.originOf(request.headers.host);
    if (!this.options.peers.isAllowed(request.socket)) return '403 Forbidden';
    if (ownOrigin === null || !isOriginAllowed(request, ownOrigin)) return '403 Forbidden';
    if (url === null || !PATHS.has(url.pathname)) return '404 Not Found';
    if (this.#webSockets.sockets.size >= GATEWAY_LIMITS.CONNECTIONS) return '503 Service Unavailable';
    return null;
  }

  #open(socket: WebSocket, request: IncomingMessage): void {
    const { socket: transport } = request;
    this.options.http.settle(transport);
    const query = parseTarget(request.url)?.searchParams ?? new URLSearchParams();
    const version = query.get('v') ?? DEFAULT_VERSION_NUMBER;
    const format = this.#formats.get(query.get('encoding') ?? 'json', version);
    if (format === undefined) {
      const what = this.options.versions.has(version) ? 'encoding' : 'version';
      // After other codes clients would reconnect for ever.
      socket.close(GATEWAY_CLOSE_CODES.INVALID_API_VERSION, `This ${what} is not supported.`);
      return;
    }
    // Unknown compression is ignored (docs/gateway.md).
    const compress = query.get('compress');
    const stream = isCompressedStream(compress) ? compress : null;
    const connection = new Connection({
      socket,
      transport,
      format,
      version: Number(version),
      stream,
      writer: this.#writer,
      budget: this.#budgets.create(),
      turns: this.#turns,
      listener: this.#listener,
      clock: this.options.clock,
      log: this.options.log,
    });
    this.#connections.add(connection);
    this.#unidentified.take(connection, []);
    connection.open();
  }

  readonly #listener: ConnectionListener = {
    payload: async (connection, payload) => {
      await handlePayload(this.options.context, connection, payload);
      if (connection.session !== null) this.#unidentified.release(connection);
    },
    closed: (connection, code) => {
      this.#connections.delete(connection);
      this.#unidentified.release(connection);
      const { session } = connection;
      if (session !== null) this.options.context.hub.detach(session, connection, GOODBYES.has(code));
    },
  };
}

function parseTarget(target: string | undefined): URL | null {
  try {
    return new URL(target ?? '', 'ws://gateway');
  } catch {
    return null;
  }
}
