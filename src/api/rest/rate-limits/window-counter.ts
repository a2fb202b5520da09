import { RateLimitedError } from './rate-limited-error.js';
import { TimeWindow } from './time-window.js';

/** Counts by key in time windows that all keys share: when a window ends, all counts are dropped. */
export class WindowCounter {
  readonly #counts = new Map<string, number>();
  readonly #window: TimeWindow;

  /** @param ms length of a window, in milliseconds */
  constructor(ms: number, now: () => number) {
    this.#window = new TimeWindow(ms, now);
  }

  /** Increments the count. @returns the count of this window */
  add(key: string): number {
    const count = this.count(key) + 1;
    this.#counts.set(key, count);
    return count;
  }

  count(key: string): number {
    if (this.#window.advance()) this.#counts.clear();
    return this.#counts.get(key) ?? 0;
  }

  /**
   * Decrements the count if its window, which ends at `end` (milliseconds since the Unix epoch), is still the current
   * one.
   */
  subtract(key: string, end: number): void {
    const count = this.count(key);
    if (end === this.end && count > 0) this.#counts.set(key, count - 1);
  }

  /** @throws {RateLimitedError} if the count of this window has reached `limit` */
  requireBelow(key: string, limit: number): void {
    if (this.count(key) >= limit) throw new RateLimitedError(this.#window.remaining(), false);
  }

  /** when the window of the last count ends, in milliseconds since the Unix epoch */
  get end(): number {
    return this.#window.end;
  }
}
