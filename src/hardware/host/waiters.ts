import { Deferred } from '../../platform/async/promises.js';

/** Callers that wait for the same event. */
export class Waiters {
  #next: Deferred<void> | null = null;

  /** Settles with the next call of `resolve` or `reject`. */
  wait(): Promise<void> {
    this.#next ??= new Deferred();
    return this.#next.promise;
  }

  resolve(): void {
    this.#take()?.resolve();
  }

  reject(error: Error): void {
    this.#take()?.reject(error);
  }

  #take(): Deferred<void> | null {
    const taken = this.#next;
    this.#next = null;
    return taken;
  }
}
