/** Shares a running task between all callers that ask for the same key before it ends. Nothing is kept after that. */
export class SingleFlight<Key, Result> {
  readonly #running = new Map<Key, Promise<Result>>();

  /** @returns the result of the task that runs for the key already, else of `task` */
  run(key: Key, task: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const started = task().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}
