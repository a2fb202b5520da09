/** Those who wait for the same thing to happen. */
export class Waiters {
  readonly #waiting = new Set<{ resolve: () => void; reject: (error: Error) => void }>();

  /** Resolves or rejects with the next call of the method of that name. */
  wait(): Promise<void> {
    return new Promise((resolve, reject) => this.#waiting.add({ resolve, reject }));
  }

  resolve(): void {
    for (const waiter of this.#take()) waiter.resolve();
  }

  reject(error: Error): void {
    for (const waiter of this.#take()) waiter.reject(error);
  }

  #take() {
    const taken = [...this.#waiting];
    this.#waiting.clear();
    return taken;
  }
}
