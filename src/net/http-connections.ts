import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionSeats } from './connection-seats.js';
import { ConnectionTasks } from './connection-tasks.js';

/** Deadlines of every HTTP server on a loopback port, as `createServer` takes them, in milliseconds. */
export const HTTP_DEADLINES = {
  /** until a request's head has arrived, counted from the connection's start or its previous request */
  headersTimeout: 10_000,
  /** until a request has arrived whole */
  requestTimeout: 30_000,
  /** how often both are checked */
  connectionsCheckingInterval: 5_000,
} as const;

/** How long a connection that is being answered may neither take nor give a byte, in milliseconds. */
const SILENCE = 60_000;

/**
 * Requests of one connection that are not answered yet. Node handles pipelined requests all at once; a client that sends more
 * is ended, so that what waits for answers stays bounded.
 */
const UNANSWERED_REQUESTS = 128;

/** The group of connections that have not sent the head of a request. */
const NO_REQUEST = 'no request';

/**
 * Bounds the TCP connections of an HTTP server so that a newcomer is always served: where no seat is free, the connection
 * that was inactive longest in the largest group is ended. Connections without a request are one group, those with one
 * are grouped by their origin. `server.maxConnections` would refuse the newcomer instead.
 */
export class HttpConnections {
  readonly #seats: ConnectionSeats<Socket>;
  readonly #unanswered = new ConnectionTasks(UNANSWERED_REQUESTS);

  /** @param total connections that prove nothing about themselves, at once */
  constructor(server: Server, total: number) {
    this.#seats = new ConnectionSeats<Socket>({ total, evict: (socket) => socket.destroy() });
    server.setTimeout(SILENCE);
    server.on('connection', (socket: Socket) => {
      this.#seats.take(socket, [NO_REQUEST]);
      socket.once('close', () => this.#seats.release(socket));
    });
    // Not 'upgrade' as well: a listener there makes Node hand over sockets that nobody may want.
    server.prependListener('request', (request, response) => {
      this.requested(request);
      this.#countUnanswered(request, response);
    });
  }

  /** Notes that a connection sent the head of a request; who takes upgrades calls it. */
  requested({ headers, socket }: IncomingMessage): void {
    if (!socket.destroyed) this.#seats.take(socket, [`origin ${headers.origin ?? ''}`]);
  }

  /** Ends a connection with too many requests; `serveAllowedPeers` handles none of an ended one. */
  #countUnanswered({ socket }: IncomingMessage, response: ServerResponse): void {
    const answered = this.#unanswered.begin(socket);
    if (answered === null) socket.destroy();
    else response.once('close', answered);
  }

  /** Takes a connection out of the competition until its next request: something else bounds it from here on. */
  settle(socket: Socket): void {
    this.#seats.release(socket);
  }
}
