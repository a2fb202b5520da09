import { coalesceRuns } from '../platform/async/coalesce.js';
import { Deferred, pause, untilAborted } from '../platform/async/promises.js';
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

/** A value that is read again whenever it may have changed. */
export interface ChangeWatch<T> {
  readonly signal: AbortSignal;
  /** calls back when the value may have changed, until the returned function is called */
  listen(mayHaveChanged: () => void): () => void;
  read(): Promise<T>;
  emit(value: T): void;
}

/** Emits the current value and every changed one until `signal` is aborted. Throws what `read` throws. */
export async function watchChanges<T>({ signal, listen, read, emit }: ChangeWatch<T>): Promise<void> {
  const failed = new Deferred<never>();
  let last: string | null = null;
  const look = coalesceRuns(async () => {
    try {
      if (signal.aborted) return;
      const value = await read();
      const text = JSON.stringify(value);
      if (!signal.aborted && text !== last) emit(value);
      last = text;
    } catch (error) {
      failed.reject(error);
    }
  });
  const unlisten = listen(look);
  try {
    look();
    await Promise.race([untilAborted(signal), failed.promise]);
  } finally {
    unlisten();
  }
}
