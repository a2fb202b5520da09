import type { IncomingMessage, Server } from 'node:http';
import type { WebSocket } from 'ws';
import type { HttpConnections } from '../../net/http/http-connections.js';
import { decodePath, splitTarget } from '../../net/http/request-target.js';
import type { PeerCheck } from '../../net/peer-check.js';
import { WebSocketListener } from '../../net/websocket/websocket-listener.js';
import type { Component } from '../../platform/lifecycle.js';
import { readParameters } from '../../protocol/declaration/path-template.js';
import { RouteTable } from '../../protocol/declaration/route-table.js';
import type { ControlContext } from '../context.js';
import type { AnyOperation } from '../operation.js';
import { describeFailure } from '../server/application.js';
import type { PageGuard } from './page-guard.js';
import { sendItems } from './send-items.js';

/** The name that the page asks for; its second one is its token, as WebSockets of pages have no other header. */
const PROTOCOL = 'guildhall-console';
/** The page sends nothing. */
const MESSAGE_BYTES = 1024;
const UNFINISHED = { seconds: 5, totalBytes: 64 * 1024 };
/** The maximum number of streams of all pages; a window has up to four. One more displaces another one. */
const MAX_STREAMS = 256;
const STOP_WITHIN_MS = 1_000;

type StreamDeclaration = Extract<AnyOperation, { kind: 'stream' }>;

export interface StreamSocketsOptions {
  readonly operations: readonly AnyOperation[];
  readonly control: ControlContext;
  readonly guard: PageGuard;
  readonly peers: PeerCheck;
  readonly http: HttpConnections;
}

/**
 * Serves the streams of the page as WebSockets at `/streams/METHOD/PATH`: browsers have only six other connections for all
 * windows of the console.
 */
export class StreamSockets implements Component {
  readonly #routes: RouteTable<StreamDeclaration>;
  readonly #webSockets: WebSocketListener;

  constructor(private readonly options: StreamSocketsOptions) {
    const { control, http, operations } = options;
    this.#routes = new RouteTable(operations.filter((one) => one.kind === 'stream'));
    this.#webSockets = new WebSocketListener({
      name: 'console',
      messageBytes: MESSAGE_BYTES,
      unfinished: UNFINISHED,
      http,
      refuse: (request) => this.#refuse(request),
      accept: (socket, request) => this.#open(socket, request),
      clock: control.clock,
      log: control.log,
    });
  }

  /** Accepts all upgrades of a server. */
  attach(server: Server): void {
    this.#webSockets.attach(server);
  }

  /** Ends all streams at once, e.g. because all browsers were signed out. */
  endAll(): void {
    for (const socket of this.#webSockets.sockets) socket.terminate();
  }

  async stop(): Promise<void> {
    await this.#webSockets.stop(STOP_WITHIN_MS, () => this.endAll());
  }

  #refuse(request: IncomingMessage): string | null {
    const { guard, peers } = this.options;
    const [protocol, token = ''] = (request.headers['sec-websocket-protocol'] ?? '').split(/, ?/);
    if (!peers.isAllowed(request.socket) || !guard.isOwnUpgrade(request)) return '403 Forbidden';
    if (protocol !== PROTOCOL || !guard.hasSession(request, token)) return '401 Unauthorized';
    return this.#find(request) === null ? '404 Not Found' : null;
  }

  #find({ url = '' }: IncomingMessage) {
    const [prefix, method = '', ...segments] = decodePath(splitTarget(url).path) ?? [];
    const operation = prefix === 'streams' ? this.#routes.find(method, segments) : null;
    return operation === null ? null : { operation, segments };
  }

  /** Ends a stream if there are too many: the one that leaves most unread, of a page that hangs, or else the oldest. */
  #makeRoom(): void {
    const open = [...this.#webSockets.sockets].filter(({ OPEN, readyState }) => readyState === OPEN);
    if (open.length <= MAX_STREAMS) return;
    open.reduce((most, one) => (one.bufferedAmount > most.bufferedAmount ? one : most)).terminate();
  }

  async #open(socket: WebSocket, request: IncomingMessage): Promise<void> {
    const { control, http } = this.options;
    const found = this.#find(request);
    if (found === null) return socket.terminate();
    // Other clients must not displace connections of the person's page.
    http.settle(request.socket);
    this.#makeRoom();
    socket.on('message', () => socket.terminate());
    const { operation, segments } = found;
    const params = readParameters(operation.path, segments);
    await sendItems(
      socket,
      control.clock,
      (emit, signal) => operation.invoke({ control, caller: 'page', params, body: {}, signal }, emit),
      (error) => describeFailure(operation, error, control.log),
    );
  }
}
