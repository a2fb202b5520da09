import { Deferred } from './promises.js';

/** Runs one task at a time per key, in the order of the calls: for tasks that read before they write. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<void>>();

  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    return this.runAll([key], task);
  }

  /** Runs a task that needs several keys. It waits for all of them at once, so that two such tasks cannot deadlock. */
  async runAll<Result>(keys: Iterable<string>, task: () => Promise<Result>): Promise<Result> {
    const needed = new Set(keys);
    const before = [...needed].map((key) => this.#tails.get(key));
    const done = new Deferred<void>();
    const tail = done.promise;
    for (const key of needed) this.#tails.set(key, tail);
    try {
      await Promise.all(before);
      return await task();
    } finally {
      for (const key of needed) if (this.#tails.get(key) === tail) this.#tails.delete(key);
      done.resolve();
    }
  }
}
