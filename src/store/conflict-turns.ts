import { KeyedLock } from '../platform/async/keyed-lock.js';
import { isAhead } from '../platform/clock.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { ConflictError } from './errors.js';
import { retryOnConflict } from './retry-on-conflict.js';

/** How long tasks take turns after one of them conflicted, in milliseconds. */
const CONTENDED_MS = 10_000;
/** From this many keys on, those whose time is over are removed when another one is added. */
const SWEEP_SIZE = 1_000;

/** What tasks compete for. */
export type ConflictKey = `account ${Snowflake}` | `application ${Snowflake}` | `joins of ${Snowflake}`;

/**
 * Runs tasks that may conflict in the store. They run at once until two of them conflict; from then on those of the same
 * key take turns for a while. So conflicting changes cannot delay one change forever, and a
 * conflict, after which a guild is loaded again, cannot be repeated at will (docs/architecture.md, The store).
 *
 * Correctness does not depend on it: the conditions of the store decide.
 */
export class ConflictTurns {
  readonly #locks = new KeyedLock();
  /** until when the tasks of a key take turns, in milliseconds since the Unix epoch */
  readonly #contended = new Map<ConflictKey, number>();

  /** @param now milliseconds since the Unix epoch */
  constructor(private readonly now: () => number) {}

  /**
   * @param key a task must not run another one of the same key
   * @param task see `retryOnConflict`
   * @throws {ConflictError} after too many attempts; what the task throws
   */
  async run<Result>(key: ConflictKey, task: (isRetry: boolean) => Promise<Result>): Promise<Result> {
    if (this.#isContended(key)) return this.#locks.run(key, () => retryOnConflict(task));
    try {
      return await task(false);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
    this.#addContended(key);
    return this.#locks.run(key, () => retryOnConflict(() => task(true)));
  }

  #isContended(key: ConflictKey): boolean {
    return isAhead(this.now(), this.#contended.get(key) ?? 0, CONTENDED_MS);
  }

  #addContended(key: ConflictKey): void {
    const now = this.now();
    if (this.#contended.size >= SWEEP_SIZE) {
      for (const [other, until] of this.#contended) if (until <= now) this.#contended.delete(other);
    }
    this.#contended.set(key, now + CONTENDED_MS);
  }
}
