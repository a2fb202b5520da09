import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { UnreadReplies } from './unread-replies.js';

/** Requests of one connection that are handled at a time. Their replies are kept until the client has read those before. */
const HANDLED_AT_A_TIME = 8;

/** Requests of one connection that wait for a reply. A client that sends more is disconnected. */
const MAX_UNANSWERED = 128;

/** A TCP connection and its requests that have no complete reply yet. */
interface Connection {
  /** of requests that are handled */
  readonly responses: ServerResponse[];
  /** requests that are not handled yet, in order */
  readonly waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Handles the requests of a server, of each connection a few at a time: Node.js hands over all pipelined requests at once, and
 * keeps the replies until the client reads them. A connection that does not read gets no further replies, and all of a
 * server together keep a limited amount.
 */
export class PipelinedRequests {
  readonly #connections = new Map<Socket, Connection>();
  readonly #unread = new UnreadReplies(this.#connections);

  constructor(private readonly listener: RequestListener) {}

  /** Handles a request, at once or after those before it; closes a connection with too many. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.#connections.get(socket) ?? this.#follow(socket);
    const { responses, waiting } = connection;
    if (responses.length + waiting.length >= MAX_UNANSWERED) {
      socket.destroy();
      return;
    }
    if (responses.length === 0) this.#start(connection, request, response);
    else {
      waiting.push([request, response]);
      this.#startWaiting(socket, connection);
    }
  }

  #follow(socket: Socket): Connection {
    const connection = { responses: [], waiting: [] };
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      connection.waiting.length = 0;
      this.#connections.delete(socket);
    });
    return connection;
  }

  #start(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    const { responses } = connection;
    responses.push(response);
    this.#unread.mayGrow();
    response.on('close', () => {
      // Replies are sent in the order of requests.
      if (responses[0] === response) responses.shift();
      else responses.splice(responses.indexOf(response), 1);
      if (connection.waiting.length > 0) this.#startWaiting(request.socket, connection);
    });
    this.listener(request, response);
  }

  #startWaiting(socket: Socket, connection: Connection): void {
    const { responses, waiting } = connection;
    // Node.js closes the first response before the listeners of the socket are called.
    if (socket.destroyed) waiting.length = 0;
    while (responses.length === 0 || (responses.length < HANDLED_AT_A_TIME && !socket.writableNeedDrain)) {
      const [request, response] = waiting.shift() ?? [];
      if (request === undefined || response === undefined) return;
      this.#start(connection, request, response);
    }
  }
}
