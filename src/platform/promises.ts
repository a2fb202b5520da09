import type { Clock } from './clock.js';

/** A promise that its owner settles, like `Promise.withResolvers`, which exists from Node.js 22 on. */
export class Deferred<T> {
  readonly promise: Promise<T>;
  #resolve: (value: T) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  resolve(value: T): void {
    this.#resolve(value);
  }

  reject(error: unknown): void {
    this.#reject(error);
  }
}

/** Waits. @param ms milliseconds */
export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => clock.after(ms, resolve));
}

/** Waits until a promise is fulfilled, at most `ms` milliseconds. Throws what the promise is rejected with in that time. */
export async function waitAtMost(clock: Clock, ms: number, promise: Promise<unknown>): Promise<void> {
  const timeout = new Deferred<void>();
  const cancel = clock.after(ms, () => timeout.resolve());
  try {
    await Promise.race([promise, timeout.promise]);
  } finally {
    cancel();
  }
}
