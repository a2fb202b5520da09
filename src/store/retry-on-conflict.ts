import { ConflictError } from './errors.js';

/** Of several tasks that conflict one succeeds each time, so as many as this may compete. */
const ATTEMPTS = 32;

/**
 * Runs a task that reads, decides and writes; runs it again if what it decided on was changed in between.
 *
 * @param task must read again what it decides on, and must not do anything but that before it writes
 * @throws {ConflictError} after too many attempts
 */
export async function retryOnConflict<Result>(task: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === ATTEMPTS) throw error;
    }
  }
}
