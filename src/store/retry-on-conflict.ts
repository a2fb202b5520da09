import { type Conflict, ConflictError } from './errors.js';

/** Among conflicting tasks, one succeeds in each round, so at most this many may compete. */
const ATTEMPTS = 32;

/**
 * Runs a task that reads, decides and writes, and repeats it if what it read was changed before it wrote.
 *
 * @param task must read everything again and must have no effects before it writes; receives whether it is
 * repeated
 * @param only the conflict after which the task is repeated; if omitted, any
 * @throws {ConflictError} another conflict, or any after too many attempts
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
