import { type Conflict, ConflictError } from './errors.js';

/** Of several tasks that conflict one succeeds each time, so as many as this may compete. */
const ATTEMPTS = 32;

/**
 * Runs a task that reads, decides and writes; runs it again if what it decided on was changed in between.
 *
 * @param task must read again what it decides on, and must not do anything but that before it writes; learns whether it
 *   runs again
 * @param only the conflict after which it runs again; left out: any
 * @throws {ConflictError} another one, or after too many attempts
 */
export async function retryOnConflict<Result>(
  task: (isRetry: boolean) => Promise<Result>,
  only?: Conflict,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task(attempt > 1);
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === ATTEMPTS) throw error;
      if (only !== undefined && error.conflict !== only) throw error;
    }
  }
}
