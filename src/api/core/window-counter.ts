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

  /** @param amount negative for what is taken back */
  add(key: string, amount: number): void {
    this.#counts.set(key, Math.max(0, this.count(key) + amount));
  }

  count(key: string): number {
    this.#advance();
    return this.#counts.get(key) ?? 0;
  }

  /** @throws {RateLimitedError} if the count of this window has reached `limit` */
  requireBelow(key: string, limit: number): void {
    if (this.count(key) >= limit) throw new RateLimitedError(this.#window.remaining(), false);
  }

  /** when the current window ends, in milliseconds since the Unix epoch */
  get end(): number {
    this.#advance();
    return this.#window.end;
  }

  #advance(): void {
    if (this.#window.advance()) this.#counts.clear();
  }
}
