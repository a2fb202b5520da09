import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { Deferred, waitAtMost } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import { closeHttpServer } from './close-http-server.js';
import { pendingReplies } from './reply-order.js';

/** Ends an HTTP server without a request that is cut off. */
export class HttpDrain {
  #isAnnounced = false;
  /** open connections that have sent a request */
  readonly #open = new Set<Socket>();
  /** null: the server continues */
  #finished: Deferred<void> | null = null;

  /** @param server made by `createHttpServer` */
  constructor(private readonly server: Server) {
    server.prependListener('request', ({ socket }, response) => {
      if (this.#isAnnounced) response.shouldKeepAlive = false;
      if (this.#finished !== null) response.on('close', () => this.#look());
      // Node.js still reads requests from a closed connection.
      if (socket.destroyed || this.#open.has(socket)) return;
      this.#open.add(socket);
      // Of a connection that is lost, Node.js closes only the first response, not those queued behind it.
      socket.once('close', () => {
        this.#open.delete(socket);
        this.#look();
      });
    });
  }

  /** Answers further requests with `Connection: close`, so that clients open their next connection to another server. */
  announce(): void {
    this.#isAnnounced = true;
  }

  /**
   * Stops the server from listening and lets the requests in progress finish. Connections without one, such as those
   * that sent half of a head, or a body whose request is answered, end as by `closeHttpServer`.
   *
   * @param ms how long requests may take, in milliseconds
   */
  async finish(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
    const finished = new Deferred<void>();
    this.#finished = finished;
    // That of HTTP would also close connections whose replies are not sent yet.
    NetServer.prototype.close.call(this.server);
    for (const socket of this.#open) {
      for (const response of pendingReplies(socket)) response.on('close', () => this.#look());
    }
    this.#look();
    await waitAtMost(clock, ms, finished.promise);
    await closeHttpServer(this.server);
  }

  #look(): void {
    if (this.#finished === null) return;
    let isPending = false;
    for (const socket of this.#open) {
      if (pendingReplies(socket).length > 0) isPending = true;
      else socket.destroySoon();
    }
    if (!isPending) this.#finished.resolve();
  }
}
