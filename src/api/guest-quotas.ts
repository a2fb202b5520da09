import { WindowCounter } from './rest/rate-limits/window-counter.js';

const WINDOW_MS = 3_600_000;

/** The share of all payers together that have not proved who they are, in quotas of one payer. */
const UNPROVEN_SHARES = 100;
const UNPROVEN = 'unproven';

/** Whose quota a guest account counts against. */
export interface GuestPayer {
  readonly key: string;
  /** whether the payer proved who it is; one that did not can be many */
  readonly isProven: boolean;
}

/**
 * How many guest accounts each payer may make in an hour (docs/adr/0013-guest-quotas-per-application.md). An
 * account that is not made in the end is not counted.
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

  /**
   * Counts an account that is about to be made, so that those made at the same time are counted, too.
   *
   * @returns takes it back; call it if the account is not made
   * @throws {RateLimitedError} if the payer has made enough
   */
  reserve({ key, isProven }: GuestPayer): () => void {
    this.#made.requireBelow(key, this.limit);
    if (!isProven) this.#made.requireBelow(UNPROVEN, this.limit * UNPROVEN_SHARES);
    const keys = isProven ? [key] : [key, UNPROVEN];
    for (const counted of keys) this.#made.add(counted);
    const { end } = this.#made;
    return () => {
      for (const counted of keys) this.#made.subtract(counted, end);
    };
  }
}
