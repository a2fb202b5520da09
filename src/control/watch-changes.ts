import { coalesceRuns } from '../platform/coalesce.js';
import { Deferred } from '../platform/promises.js';

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
  const ended = new Deferred<void>();
  const end = () => ended.resolve();
  let last: string | null = null;
  const look = coalesceRuns(async () => {
    try {
      if (signal.aborted) return;
      const value = await read();
      const text = JSON.stringify(value);
      if (!signal.aborted && text !== last) emit(value);
      last = text;
    } catch (error) {
      ended.reject(error);
    }
  });
  signal.addEventListener('abort', end, { once: true });
  const unlisten = listen(look);
  try {
    if (signal.aborted) return;
    look();
    await ended.promise;
  } finally {
    unlisten();
    signal.removeEventListener('abort', end);
  }
}
