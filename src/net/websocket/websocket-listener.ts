import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { waitAtMost } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { FaultBoundary } from '../../platform/processes/fault-boundary.js';
import { type FrameDeadlineLimits, FrameDeadlines } from '../frames/frame-deadlines.js';
import type { HttpConnections } from '../http/http-connections.js';
import { findHeadFault } from '../http/http-server.js';
import { afterRepliesOfUpgraded } from '../http/reply-order.js';
import { UnreadReplies } from '../http/unread-replies.js';
import { refuseConnection } from './refuse-connection.js';
import { allowRepeatedEnd } from './repeated-end.js';

/** RFC 6455 §7.4.1: policy violation. */
const SLOW_FRAME = { code: 1008, reason: 'Frame took too long' } as const;

/** Limits of the chunks and fragments of one message: each costs more memory than its bytes. */
const FRAME_PIECES = { maxBufferedChunks: 4096, maxFragments: 1024 };

export interface WebSocketListenerOptions {
  /** the server, for the log, e.g. `gateway` */
  readonly name: string;
  /** bytes of one message; a longer one closes its connection with 1009 */
  readonly messageBytes: number;
  /** limits of unfinished messages */
  readonly unfinished: FrameDeadlineLimits;
  /** the TCP connections of the port; those that become WebSockets permanently must be settled there */
  readonly http: HttpConnections;
  /** @returns the HTTP status that refuses an upgrade, e.g. `404 Not Found`; null to accept it */
  readonly refuse: (request: IncomingMessage) => string | null;
  /**
   * Takes over a WebSocket before anything is read from it; a fault closes the connection.
   *
   * @param unread limits what all WebSockets together leave unread, if it learns of what is written
   */
  readonly accept: (socket: WebSocket, request: IncomingMessage, unread: UnreadReplies) => unknown;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Accepts WebSockets on an HTTP server, and limits the cost of incomplete messages. */
export class WebSocketListener {
  readonly #server: WebSocketServer;
  readonly #deadlines: FrameDeadlines<WebSocket>;
  readonly #unread: UnreadReplies;

  constructor(private readonly options: WebSocketListenerOptions) {
    this.#deadlines = new FrameDeadlines(options.unfinished, options.clock, endSlow);
    this.#unread = new UnreadReplies(options.clock);
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: options.messageBytes,
      perMessageDeflate: false,
      ...FRAME_PIECES,
    });
  }

  /** The open WebSockets. */
  get sockets(): ReadonlySet<WebSocket> {
    return this.#server.clients;
  }

  /** Accepts the upgrades of a server. @param isMine distinguishes them from those of another listener on the same server */
  attach(server: Server, isMine: (request: IncomingMessage) => boolean = () => true): void {
    const { log, name } = this.options;
    server.on('upgrade', (request, _, head) => {
      if (!isMine(request)) return;
      const { socket } = request;
      // Without a listener, an error of the connection would end the process.
      socket.on('error', destroy);
      const boundary = new FaultBoundary(`${name} upgrade`, log, () => socket.destroy());
      afterRepliesOfUpgraded(socket, () => boundary.run(() => this.#upgrade(request, head, boundary)));
    });
  }

  /**
   * Waits until all WebSockets have closed, and terminates the rest after a timeout.
   *
   * @param withinMs timeout in milliseconds
   * @param closeAll starts closing them
   */
  async stop(withinMs: number, closeAll: () => unknown): Promise<void> {
    await waitAtMost(this.options.clock, withinMs, this.#untilClosed(closeAll));
    for (const socket of this.sockets) socket.terminate();
    await this.#deadlines.stop();
    this.#server.close();
  }

  async #untilClosed(closeAll: () => unknown): Promise<void> {
    await closeAll();
    await Promise.all(
      [...this.sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    );
  }

  #upgrade(request: IncomingMessage, head: Buffer, boundary: FaultBoundary): void {
    const { accept, http, refuse } = this.options;
    const { socket: connection } = request;
    // A reply before it may have ended the connection.
    if (!connection.writable) return;
    http.requested(request);
    const fault = findHeadFault(request);
    const refusal = fault === null ? refuse(request) : `${fault} ${STATUS_CODES[fault]}`;
    if (refusal !== null) {
      refuseConnection(connection, refusal);
      return;
    }
    this.#server.handleUpgrade(request, connection, head, (socket) => {
      allowRepeatedEnd(socket, connection);
      socket.on('error', this.#logFailure);
      this.#deadlines.watch(socket, connection);
      this.#unread.follow(connection);
      boundary.run(() => accept(socket, request, this.#unread));
    });
  }

  /** Shared by all connections: a function of its own would keep the request of each in memory. */
  readonly #logFailure = (error: Error): void => {
    const { log, name } = this.options;
    log.debug({ err: error, server: name }, 'WebSocket failed');
  };
}

function endSlow(socket: WebSocket): void {
  socket.close(SLOW_FRAME.code, SLOW_FRAME.reason);
  socket.terminate();
}

function destroy(this: Duplex): void {
  this.destroy();
}
