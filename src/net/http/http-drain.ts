import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Deferred, waitAtMost } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import { closeHttpServer } from './close-http-server.js';

/** Ends an HTTP server without a request that is cut off. */
export class HttpDrain {
  #isAnnounced = false;
  /** how many requests have no complete response yet, by open connection */
  readonly #pending = new Map<Socket, number>();
  /** null: the server continues */
  #finished: Deferred<void> | null = null;

  constructor(private readonly server: Server) {
    server.prependListener('request', ({ socket }, response) => {
      if (this.#isAnnounced) response.shouldKeepAlive = false;
      // Node.js still reads requests from a closed connection.
      if (socket.destroyed) return;
      this.#count(socket, 1);
      response.once('close', () => this.#count(socket, -1));
    });
  }

  /** Answers further requests with `Connection: close`, so that clients open their next connection to another server. */
  announce(): void {
    this.#isAnnounced = true;
  }

  /**
   * Stops the server from listening and lets the requests that are under way finish. Connections without one, such as those
   * that sent half of a head, or a body whose request is answered, end as by `closeHttpServer`.
   *
   * @param ms how long requests may take, in milliseconds
   */
  async finish(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
    const finished = new Deferred<void>();
    this.#finished = finished;
    this.server.close();
    this.#look(finished);
    await waitAtMost(clock, ms, finished.promise);
    await closeHttpServer(this.server);
  }

  #count(socket: Socket, change: 1 | -1): void {
    const before = this.#pending.get(socket);
    if (before === undefined) {
      if (change === -1) return;
      // Of a connection that is lost, Node.js closes only the first response, not those queued behind it.
      socket.once('close', () => {
        this.#pending.delete(socket);
        this.#lookIfFinishing();
      });
    }
    this.#pending.set(socket, (before ?? 0) + change);
    this.#lookIfFinishing();
  }

  #lookIfFinishing(): void {
    if (this.#finished !== null) this.#look(this.#finished);
  }

  #look(finished: Deferred<void>): void {
    if ([...this.#pending.values()].every((count) => count === 0)) finished.resolve();
    // Node.js closes connections only once that are idle when it stops to listen.
    else this.server.closeIdleConnections();
  }
}
