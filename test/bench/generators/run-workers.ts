import type { LoadResult } from './load.js';

/**
 * Lets each worker repeat an operation until a duration is over. Operations that have begun then are finished and count,
 * and so does their time.
 *
 * @param begin starts an operation and calls `onDone` at its end; without promises, because those would cost the
 *   generator more than the operation
 */
export function runWorkers<Worker>(
  workers: readonly Worker[],
  ms: number,
  begin: (worker: Worker, onDone: () => void) => void,
): Promise<LoadResult> {
  return new Promise((resolve) => {
    const started = performance.now();
    let operations = 0;
    let busy = workers.length;
    for (const worker of workers) {
      const onDone = () => {
        operations += 1;
        const elapsed = performance.now() - started;
        if (elapsed < ms) begin(worker, onDone);
        else {
          busy -= 1;
          if (busy === 0) resolve({ operations, milliseconds: elapsed });
        }
      };
      begin(worker, onDone);
    }
  });
}
