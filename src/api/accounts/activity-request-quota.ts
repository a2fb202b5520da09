import type { Snowflake } from '../../protocol/snowflake.js';
import { SharedCounter, WindowCounter } from '../core/counters.js';

const WINDOW_MS = 60_000;

/** Limits the messages about joining games that each user sends (docs/rest.md, Activity requests). */
export class ActivityRequestQuota {
  readonly #sent: WindowCounter;
  /** the counts of all nodes */
  readonly counter = new SharedCounter((userId, amount) => this.#sent.add(userId, amount));

  /** @param limit messages of one user per minute */
  constructor(
    private readonly limit: number,
    now: () => number,
  ) {
    this.#sent = new WindowCounter(WINDOW_MS, now);
  }

  /** Counts a message. @throws {RateLimitedError} if the quota is used up */
  take(userId: Snowflake): void {
    this.#sent.requireBelow(userId, this.limit);
    this.counter.count(userId, 1);
  }
}
