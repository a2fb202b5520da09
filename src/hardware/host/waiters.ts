/** Callers that wait for the same event. */
export class Waiters {
  readonly #waiting = new Set<{ resolve: () => void; reject: (error: Error) => void }>();

  /** Settles with the next call of `resolve` or `reject`. */
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
