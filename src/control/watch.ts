import { pause } from '../platform/async/promises.js';
import type { Clock } from '../platform/clock.js';

/** A value that is polled. */
export interface Watch<T> {
  readonly clock: Clock;
  /** in milliseconds */
  readonly interval: number;
  readonly signal: AbortSignal;
  read(): Promise<T> | T;
  emit(value: T): void;
}

/** Polls a value until `signal` is aborted; emits the first one and every changed one. */
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
