import { WindowCounter } from './rest/rate-limits/window-counter.js';

const WINDOW_MS = 3_600_000;

/** All who prove nothing get as many together as this many of them. */
const UNPROVEN_SHARES = 100;
const UNPROVEN = 'unproven';

/** Whose quota a guest account counts against. */
export interface GuestPayer {
  readonly key: string;
  /** whether the payer proved who it is; one that did not can be many */
  readonly isProven: boolean;
}

/**
 * How many guest accounts each payer may make in an hour (docs/adr/0013-guests-count-for-whom-they-are-made.md). An
 * account is counted once it is made.
 */
export class GuestQuotas {
  readonly #made: WindowCounter;

  /** @param limit accounts of one payer in an hour; 0: guests are refused */
  constructor(
    private readonly limit: number,
    now: () => number,
  ) {
    this.#made = new WindowCounter(WINDOW_MS, now);
  }

  /** @throws {RateLimitedError} if the payer has made enough */
  requireRoom({ key, isProven }: GuestPayer): void {
    this.#made.requireBelow(key, this.limit);
    if (!isProven) this.#made.requireBelow(UNPROVEN, this.limit * UNPROVEN_SHARES);
  }

  count({ key, isProven }: GuestPayer): void {
    this.#made.add(key);
    if (!isProven) this.#made.add(UNPROVEN);
  }
}
