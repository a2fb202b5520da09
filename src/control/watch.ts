import type { Clock } from '../platform/clock.js';

/** What is read again and again, and where to. */
export interface Watch<T> {
  readonly clock: Clock;
  /** in milliseconds */
  readonly interval: number;
  readonly signal: AbortSignal;
  read(): Promise<T> | T;
  emit(value: T): void;
}

/** Reads now and then until `signal` is aborted, and emits the first value and each that differs from the last. */
export async function watch<T>({ clock, interval, signal, read, emit }: Watch<T>): Promise<void> {
  let last: string | null = null;
  while (!signal.aborted) {
    const value = await read();
    const text = JSON.stringify(value);
    if (text !== last) emit(value);
    last = text;
    await pause(clock, interval, signal);
  }
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
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
