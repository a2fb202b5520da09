import type { Clock } from '../clock.js';

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

/**
 * What a function gives, unless the signal is aborted first; it is not called if the signal is aborted already.
 *
 * @throws the signal's reason, or what the function throws
 */
export async function unlessAborted<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const aborted = new Deferred<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([run(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Waits until a signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Waits. @param ms milliseconds */
export function sleep(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
  return new Promise((resolve) => clock.after(ms, resolve));
}

/** Waits `ms` milliseconds, or until `signal` is aborted. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      cancel();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(ms, finish);
    signal.addEventListener('abort', finish, { once: true });
    if (signal.aborted) finish();
  });
}

/** Waits until a promise is fulfilled, at most `ms` milliseconds. Throws what the promise is rejected with in that time. */
export async function waitAtMost(
  clock: Pick<Clock, 'after'>,
  ms: number,
  promise: Promise<unknown>,
): Promise<void> {
  await inTimeOr<unknown>(clock, ms, promise, undefined);
}

/** What a promise gives within `ms` milliseconds, or a value after them. Throws what the promise is rejected with in that time. */
export function inTimeOr<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  promise: Promise<T>,
  otherwise: T,
): Promise<T> {
  return raceTimer(clock, ms, promise, (timeout) => timeout.resolve(otherwise));
}

/**
 * Runs a task until it succeeds or the signal is aborted.
 *
 * @param pauseMs the pause after a failure, in milliseconds
 * @param failed called with the error of each failure
 */
export async function retryUntilDone(
  task: () => Promise<void>,
  failed: (error: unknown) => void,
  {
    clock,
    pauseMs,
    signal,
  }: { readonly clock: Clock; readonly pauseMs: number; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      await task();
      return;
    } catch (error) {
      failed(error);
      await pause(clock, pauseMs, signal);
    }
  }
}

/**
 * What a promise gives within `ms` milliseconds.
 *
 * @throws what `late` creates after that time, or what the promise rejects with
 */
export function unlessLate<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  promise: Promise<T>,
  late: () => Error,
): Promise<T> {
  return raceTimer(clock, ms, promise, (timeout) => timeout.reject(late()));
}

async function raceTimer<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  promise: Promise<T>,
  end: (timeout: Deferred<T>) => void,
): Promise<T> {
  const timeout = new Deferred<T>();
  const cancel = clock.after(ms, () => end(timeout));
  try {
    return await Promise.race([promise, timeout.promise]);
  } finally {
    cancel();
  }
}
