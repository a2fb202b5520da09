import type { Snowflake } from '../../protocol/snowflake.js';

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
    return { total, remaining: total - window.count, reset_after };
  }

  /** Counts a start. @returns false if the bot has no starts left in this window */
  take(userId: Snowflake): boolean {
    const window = this.#window(userId) ?? { startedAt: this.now(), count: 0 };
    if (window.count >= this.total) return false;
    window.count += 1;
    this.#windows.set(userId, window);
    return true;
  }

  #window(userId: Snowflake) {
    const window = this.#windows.get(userId);
    if (window === undefined) return null;
    if (window.startedAt + WINDOW_MS > this.now()) return window;
    this.#windows.delete(userId);
    return null;
  }
}
