import { coalesceRuns } from '../platform/async/coalesce.js';
import { Deferred, untilAborted } from '../platform/async/promises.js';

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
