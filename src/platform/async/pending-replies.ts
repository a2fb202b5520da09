import type { Clock } from '../clock.js';
import { Deferred } from './promises.js';

interface Pending<Reply> {
  readonly reply: Deferred<Reply>;
  readonly cancelTimeout: () => void;
}

/** Requests of one connection that wait for their replies. Their ids count from 1. */
export class PendingReplies<Reply> {
  readonly #pending = new Map<number, Pending<Reply>>();
  #lastId = 0;

  /** @param timeoutMs how long a reply may take, in milliseconds */
  constructor(
    private readonly clock: Clock,
    private readonly timeoutMs: number,
  ) {}

  /**
   * Sends a request and waits for its reply.
   *
   * @param send gets the id of the request
   * @param timedOut called if no reply arrives in time; has to end the connection, which rejects the request
   */
  request(send: (id: number) => void, timedOut: () => void): Promise<Reply> {
    this.#lastId += 1;
    const id = this.#lastId;
    const reply = new Deferred<Reply>();
    this.#pending.set(id, { reply, cancelTimeout: this.clock.after(this.timeoutMs, timedOut) });
    send(id);
    return reply.promise;
  }

  /** An id of which nothing is pending is ignored. */
  resolve(id: number, reply: Reply): void {
    this.#take(id)?.resolve(reply);
  }

  /** An id of which nothing is pending is ignored. */
  reject(id: number, error: Error): void {
    this.#take(id)?.reject(error);
  }

  rejectAll(error: Error): void {
    for (const id of [...this.#pending.keys()]) this.reject(id, error);
  }

  #take(id: number): Deferred<Reply> | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.cancelTimeout();
    return pending?.reply;
  }
}
