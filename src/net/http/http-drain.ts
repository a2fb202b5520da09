import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { Deferred, waitAtMost } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import { closeHttpServer } from './close-http-server.js';
import { pendingReplies, requestingConnections } from './reply-order.js';

/** Ends an HTTP server without a request that is cut off. */
export class HttpDrain {
  readonly #finished = new Deferred<void>();
  /** connections whose end is awaited */
  readonly #awaited = new WeakSet<Socket>();
  /** connections that end once what they have is sent */
  readonly #ending = new WeakSet<Socket>();

  /** @param server made by `createHttpServer` */
  constructor(private readonly server: Server) {}

  /** Answers further requests with `Connection: close`, so that clients open their next connection to another server. */
  announce(): void {
    this.server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
  }

  /**
   * Stops the server from listening and lets the requests in progress finish. Connections without one, such as those
   * that sent half of a head, or a body whose request is answered, end as by `closeHttpServer`.
   *
   * @param ms how long requests may take, in milliseconds
   */
  async finish(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
    // That of HTTP would also close connections whose replies are not sent yet.
    NetServer.prototype.close.call(this.server);
    this.server.on('request', ({ socket }, response) => this.#await(socket, response));
    for (const socket of requestingConnections(this.server)) {
      for (const response of pendingReplies(socket)) this.#await(socket, response);
    }
    this.#look();
    await waitAtMost(clock, ms, this.#finished.promise);
    await closeHttpServer(this.server);
  }

  #await(socket: Socket, response: ServerResponse): void {
    const look = () => this.#look();
    response.on('close', look);
    if (this.#awaited.has(socket)) return;
    this.#awaited.add(socket);
    // Of a connection that is lost, Node.js closes only the first response, not those queued behind it.
    socket.once('close', look);
  }

  #look(): void {
    let isPending = false;
    for (const socket of requestingConnections(this.server)) {
      if (pendingReplies(socket).length > 0) isPending = true;
      else if (!this.#ending.has(socket)) {
        // Each call adds a listener to the connection.
        this.#ending.add(socket);
        socket.destroySoon();
      }
    }
    if (!isPending) this.#finished.resolve();
  }
}
