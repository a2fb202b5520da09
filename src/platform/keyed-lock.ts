/** Lets one task at a time run per key, in the order in which they came: for what reads before it writes. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<void>>();

  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    return this.runAll([key], task);
  }

  /** Runs a task that needs several keys. It queues for all of them at once, so two such tasks cannot wait for each other. */
  async runAll<Result>(keys: Iterable<string>, task: () => Promise<Result>): Promise<Result> {
    const needed = new Set(keys);
    const before = [...needed].map((key) => this.#tails.get(key));
    let release = () => {};
    const tail = new Promise<void>((resolve) => {
      release = resolve;
    });
    for (const key of needed) this.#tails.set(key, tail);
    try {
      await Promise.all(before);
      return await task();
    } finally {
      for (const key of needed) if (this.#tails.get(key) === tail) this.#tails.delete(key);
      release();
    }
  }
}
