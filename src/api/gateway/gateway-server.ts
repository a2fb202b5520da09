import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { ConnectionSeats } from '../../net/connection-seats.js';
import { FrameBudgets } from '../../net/frame-budget.js';
import { FrameDeadlines } from '../../net/frame-deadlines.js';
import type { HttpConnections } from '../../net/http-connections.js';
import { isOriginAllowed } from '../../net/origin-check.js';
import type { PeerCheck } from '../../net/peer-check.js';
import type { Clock } from '../../platform/clock.js';
import { FaultBoundary } from '../../platform/fault-boundary.js';
import type { Component } from '../../platform/lifecycle.js';
import { GATEWAY_CLOSE_CODES } from '../../protocol/gateway/opcodes.js';
import type { HostAllowlist } from '../host-allowlist.js';
import { Connection, type ConnectionListener } from './connection.js';
import { FRAME_FORMATS } from './frame-format.js';
import { GATEWAY_LIMITS } from './limits.js';
import { type GatewayContext, handlePayload } from './payloads.js';

/** Paths on which clients look for the gateway. */
const PATHS: ReadonlySet<string> = new Set(['/', '/gateway', '/gateway/']);
const VERSIONS: ReadonlySet<string> = new Set(['6', '7']);
/** Codes with which a client ends its session for good; any other close it may come back from. */
const GOODBYES: ReadonlySet<number> = new Set([1000, 1001]);

/** The gateway on the service's HTTP server: takes upgrades and makes them connections. */
export class GatewayServer implements Component {
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: GATEWAY_LIMITS.PAYLOAD_BYTES * 4,
    perMessageDeflate: false,
    clientTracking: true,
  });

  readonly #connections = new Set<Connection>();
  readonly #unidentified = new ConnectionSeats<Connection>({
    total: GATEWAY_LIMITS.UNIDENTIFIED,
    evict: (connection) => {
      if (connection.session === null) connection.evict();
    },
  });

  readonly #budgets: FrameBudgets;
  readonly #deadlines: FrameDeadlines;

  constructor(
    private readonly context: GatewayContext,
    private readonly hosts: HostAllowlist,
    private readonly peers: Pick<PeerCheck, 'isAllowed'>,
    private readonly http: HttpConnections,
    private readonly clock: Clock,
  ) {
    this.#budgets = new FrameBudgets(GATEWAY_LIMITS.WORK, clock);
    this.#deadlines = new FrameDeadlines(GATEWAY_LIMITS.UNFINISHED, clock);
  }

  listenTo(server: Server): void {
    const { log } = this.context.services;
    server.on('upgrade', (request, socket, head) => {
      const boundary = new FaultBoundary('gateway upgrade', log, () => socket.destroy());
      boundary.run(() => this.#upgrade(request, socket, head));
    });
  }

  async stop(): Promise<void> {
    await Promise.race([
      Promise.all([...this.#connections].map((connection) => connection.goAway())).then(() =>
        Promise.all([...this.#sockets.clients].map(untilClosed)),
      ),
      new Promise<void>((resolve) => this.clock.after(1000, resolve)),
    ]);
    for (const socket of this.#sockets.clients) socket.terminate();
    await this.#deadlines.stop();
    this.#sockets.close();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Without a listener an error of the raw socket would end the process.
    socket.on('error', () => socket.destroy());
    this.http.requested(request);
    const url = parseTarget(request.url);
    const ownOrigin = this.hosts.originOf(request.headers.host);
    if (!this.peers.isAllowed(socket)) refuse(socket, '403 Forbidden');
    else if (ownOrigin === null || !isOriginAllowed(request, ownOrigin)) refuse(socket, '403 Forbidden');
    else if (url === null || !PATHS.has(url.pathname)) refuse(socket, '404 Not Found');
    else if (this.#sockets.clients.size >= GATEWAY_LIMITS.CONNECTIONS)
      refuse(socket, '503 Service Unavailable');
    else {
      this.#sockets.handleUpgrade(request, socket, head, (opened) => {
        this.http.settle(request.socket);
        this.#open(opened, socket, url.searchParams);
      });
    }
  }

  #open(socket: WebSocket, transport: Duplex, query: URLSearchParams): void {
    const version = query.get('v') ?? '6';
    const format = FRAME_FORMATS.get(query.get('encoding') ?? 'json');
    if (format === undefined || !VERSIONS.has(version)) {
      socket.on('error', () => socket.terminate());
      const what = format === undefined ? 'encoding' : 'version';
      // From any other code clients reconnect, and would for ever.
      socket.close(GATEWAY_CLOSE_CODES.INVALID_API_VERSION, `This ${what} is not supported.`);
      return;
    }
    const { services } = this.context;
    // An unknown way of compressing is none (rest-facts.md, Gateway).
    const zlibStream = query.get('compress') === 'zlib-stream';
    const options = { format, version: Number(version), zlibStream, budget: this.#budgets.create() };
    this.#deadlines.watch(socket, transport);
    const connection = new Connection(socket, transport, options, this.#listener, this.clock, services.log);
    this.#connections.add(connection);
    this.#unidentified.take(connection, []);
    connection.open();
  }

  readonly #listener: ConnectionListener = {
    payload: async (connection, payload) => {
      await handlePayload(this.context, connection, payload);
      if (connection.session !== null) this.#unidentified.release(connection);
    },
    closed: (connection, code) => {
      this.#connections.delete(connection);
      this.#unidentified.release(connection);
      const { session } = connection;
      if (session !== null) this.context.hub.detach(session, connection, GOODBYES.has(code));
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

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function untilClosed(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === socket.CLOSED) resolve();
    else socket.once('close', () => resolve());
  });
}
