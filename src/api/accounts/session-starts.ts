import { hasPassed } from '../../platform/clock.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { SharedCounter } from '../core/counters.js';

const WINDOW_MS = 86_400_000;

/** The remaining session starts of a bot, as in GET /gateway/bot; `reset_after` in milliseconds. */
export interface SessionStartLimit {
  readonly total: number;
  readonly remaining: number;
  readonly reset_after: number;
}

/** Counts the session starts of each bot. A window begins with the first start after the last one. */
export class SessionStarts {
  readonly #windows = new Map<Snowflake, { startedAt: number; count: number }>();
  /** the counts of all nodes */
  readonly counter = new SharedCounter((userId, amount) => this.#add(userId, amount));

  /**
   * @param total sessions that a bot may start in one window
   * @param now milliseconds since the Unix epoch
   */
  constructor(
    private readonly total: number,
    private readonly now: () => number,
  ) {}

  limitOf(userId: Snowflake): SessionStartLimit {
    const { total } = this;
    const window = this.#window(userId);
    if (window === null) return { total, remaining: total, reset_after: 0 };
    const reset_after = window.startedAt + WINDOW_MS - this.now();
    return { total, remaining: Math.max(0, total - window.count), reset_after };
  }

  /** Counts a start. @returns false if the bot has no starts left in this window */
  take(userId: Snowflake): boolean {
    if ((this.#window(userId)?.count ?? 0) >= this.total) return false;
    this.counter.count(userId, 1);
    return true;
  }

  #add(userId: Snowflake, amount: number): void {
    const window = this.#window(userId) ?? { startedAt: this.now(), count: 0 };
    window.count += amount;
    this.#windows.set(userId, window);
  }

  #window(userId: Snowflake) {
    const window = this.#windows.get(userId);
    if (window === undefined) return null;
    if (!hasPassed(this.now(), window.startedAt, WINDOW_MS)) return window;
    this.#windows.delete(userId);
    return null;
  }
}
