import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Clock, systemClock } from '../../platform/clock.js';
import { pendingReplies, requestingConnections } from './reply-order.js';
import { UnreadReplies } from './unread-replies.js';

/** Requests of one connection that are handled at a time. Their replies are kept until the client has read those before. */
const HANDLED_AT_A_TIME = 8;

/** Requests of one connection that wait for a reply. A client that sends more is disconnected. */
const MAX_UNANSWERED = 128;

/** What waits on one connection. */
interface Waiting {
  /** in order */
  readonly requests: [IncomingMessage, ServerResponse][];
  /** the response whose end is awaited */
  next: ServerResponse | null;
}

/**
 * Handles the requests of a server, of each connection a few at a time: Node.js hands over all pipelined requests at once, and
 * keeps the replies until the client reads them. A connection that does not read gets no further replies, and all of a
 * server together keep a limited amount.
 */
export class PipelinedRequests {
  /** of connections on which requests wait */
  readonly #waiting = new Map<Socket, Waiting>();
  readonly #unread: UnreadReplies;

  /** @param server made by `createHttpServer`, of which `listener` answers the requests */
  constructor(
    server: Server,
    private readonly listener: RequestListener,
    clock: Clock = systemClock,
  ) {
    this.#unread = new UnreadReplies(clock, requestingConnections(server));
  }

  /** Handles a request, at once or after those before it; closes a connection with too many. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const { length } = pendingReplies(socket);
    if (length > MAX_UNANSWERED) {
      socket.destroy();
    } else if (length <= 1) {
      this.#start(request, response);
    } else {
      const waiting = this.#waiting.get(socket) ?? this.#beginToWait(socket);
      waiting.requests.push([request, response]);
      this.#startWaiting(socket, waiting);
    }
  }

  #beginToWait(socket: Socket): Waiting {
    const waiting: Waiting = { requests: [], next: null };
    this.#waiting.set(socket, waiting);
    // What handles a request may wait for the end of its connection, and Node.js would warn of a leak.
    socket.setMaxListeners(socket.getMaxListeners() + HANDLED_AT_A_TIME);
    socket.once('close', () => {
      waiting.requests.length = 0;
      this.#waiting.delete(socket);
    });
    return waiting;
  }

  #start(request: IncomingMessage, response: ServerResponse): void {
    this.#unread.mayGrow();
    this.listener(request, response);
  }

  #startWaiting(socket: Socket, waiting: Waiting): void {
    const { requests } = waiting;
    // Node.js closes the first response before the listeners of the socket are called.
    if (socket.destroyed) requests.length = 0;
    while (requests.length > 0) {
      const pending = pendingReplies(socket);
      const handled = pending.length - requests.length;
      if (handled > 0 && (handled >= HANDLED_AT_A_TIME || socket.writableNeedDrain)) {
        this.#await(pending[0] ?? null, socket, waiting);
        return;
      }
      const [request, response] = requests.shift() ?? [];
      if (request === undefined || response === undefined) return;
      this.#start(request, response);
    }
  }

  /** Continues after a response: they are sent in the order of requests. */
  #await(next: ServerResponse | null, socket: Socket, waiting: Waiting): void {
    if (next === waiting.next) return;
    waiting.next = next;
    next?.on('close', () => this.#startWaiting(socket, waiting));
  }
}
