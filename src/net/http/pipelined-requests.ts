import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Clock, systemClock } from '../../platform/clock.js';
import { HeldBytes } from '../held-bytes.js';
import { nextReply, requestingConnections } from './reply-order.js';
import { UnreadReplies } from './unread-replies.js';

/** How many bytes of memory the requests that wait may take: of one connection, which is more than a hundred with short heads. */
const BYTES_OF_CONNECTION = 256 * 1024;
/** The same, of all connections of a server. */
const TOTAL_BYTES = 64 * 1024 * 1024;

/** What a request takes in memory besides its head, and each name and value of its headers besides its characters, as measured. */
const REQUEST_BYTES = 1536;
const TEXT_BYTES = 32;

/** What waits on one connection. */
interface Waiting {
  /** in order */
  readonly requests: [IncomingMessage, ServerResponse][];
  bytes: number;
}

/**
 * Handles the requests of a server, of each connection one at a time: Node.js hands over all pipelined requests at once, and
 * keeps the replies until the client reads them. A connection that does not read gets no further replies, and what all of a
 * server together leave unread or waiting is limited.
 */
export class PipelinedRequests {
  /** of connections on which requests wait */
  readonly #waiting = new Map<Socket, Waiting>();
  readonly #bytes: HeldBytes<Socket>;
  readonly #unread: UnreadReplies;

  /** @param server made by `createHttpServer`, of which `listener` answers the requests */
  constructor(
    server: Server,
    private readonly listener: RequestListener,
    clock: Clock = systemClock,
    totalBytes = TOTAL_BYTES,
  ) {
    this.#bytes = new HeldBytes(totalBytes, (socket) => this.#end(socket));
    this.#unread = new UnreadReplies(clock, requestingConnections(server));
  }

  /** Handles a request, at once or after those before it; closes a connection with too many. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const handled = nextReply(socket);
    if (handled === null || handled === response) this.#start(request, response);
    else this.#wait(socket, handled, [request, response]);
  }

  #start(request: IncomingMessage, response: ServerResponse): void {
    this.#unread.mayGrow();
    this.listener(request, response);
  }

  #wait(socket: Socket, handled: ServerResponse, request: Waiting['requests'][number]): void {
    const waiting = this.#waiting.get(socket) ?? this.#beginToWait(socket, handled);
    waiting.requests.push(request);
    waiting.bytes += memoryOf(request[0]);
    if (waiting.bytes > BYTES_OF_CONNECTION) this.#end(socket);
    else this.#bytes.note(socket, waiting.bytes);
  }

  #beginToWait(socket: Socket, handled: ServerResponse): Waiting {
    const waiting: Waiting = { requests: [], bytes: 0 };
    this.#waiting.set(socket, waiting);
    handled.once('close', () => this.#startNext(socket));
    return waiting;
  }

  /** Starts the next request of a connection: a reply was sent whole, or the connection has closed. */
  #startNext(socket: Socket): void {
    const waiting = this.#waiting.get(socket);
    const next = socket.writable ? waiting?.requests.shift() : undefined;
    if (waiting === undefined || next === undefined) {
      this.#forget(socket);
      return;
    }
    const [request, response] = next;
    waiting.bytes -= memoryOf(request);
    this.#bytes.note(socket, waiting.bytes);
    response.once('close', () => this.#startNext(socket));
    this.#start(request, response);
  }

  #end(socket: Socket): void {
    this.#forget(socket);
    socket.destroy();
  }

  #forget(socket: Socket): void {
    for (const [request] of this.#waiting.get(socket)?.requests ?? []) dropHead(request);
    this.#waiting.delete(socket);
    this.#bytes.forget(socket);
  }
}

/** Frees the head of a request that nobody handles. Node.js keeps it as long as an earlier one of its connection is handled. */
export function dropHead(request: IncomingMessage): void {
  request.rawHeaders.length = 0;
  request.headers = {};
  request.url = '';
}

/** About how many bytes of memory a request takes without its body. */
function memoryOf({ rawHeaders, url = '' }: IncomingMessage): number {
  let bytes = REQUEST_BYTES + url.length;
  for (const text of rawHeaders) bytes += TEXT_BYTES + text.length;
  return bytes;
}
