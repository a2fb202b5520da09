import type { Clock } from '../platform/clock.js';
import type { TokenBucket } from '../platform/token-bucket.js';

const WINDOW_MS = 60_000;

/** Failures of one peer in a minute that are answered as what they are, whatever others do. */
const OWN_FAILURES = 3;

/** How many peers are counted apart; of further ones the budget of all counts at once. */
const PEERS = 4096;

/** A secret was wrong, after too many others were. */
export class TooManyFailuresError extends Error {
  override readonly name = 'TooManyFailuresError';

  constructor(readonly secondsToWait: number) {
    super(`Too many wrong secrets; try again in ${secondsToWait} s`);
  }
}

export interface FailureLimits {
  /** failures of one peer in a minute */
  readonly perPeer: number;
  /** failures of all peers, in every server that shares this budget; null: no bound over all */
  readonly budget: TokenBucket | null;
}

/**
 * Limits wrong tokens and secrets, never right ones (docs/adr/0012-secrets-are-verified-before-failures-are-limited.md).
 * A secret has 256 random bits: what has to be bounded is the work and the noise of failures, not the chance of a guess.
 * So every secret is verified, and only a failure is counted, against the peer that caused it.
 */
export class FailedAttempts {
  readonly #failures = new Map<string, number>();
  #windowEnd = 0;

  constructor(
    private readonly limits: FailureLimits,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * Verifies a secret.
   *
   * @param peer who tries it, e.g. a connection; failures of one peer count together
   * @param isWrong whether what `attempt` throws says that the secret is wrong; anything else is not counted
   * @throws {TooManyFailuresError} instead of what `attempt` throws, once too many secrets were wrong
   */
  async verify<Result>(
    peer: string,
    attempt: () => Promise<Result>,
    isWrong: (error: unknown) => boolean,
  ): Promise<Result> {
    try {
      return await attempt();
    } catch (error) {
      if (isWrong(error)) this.#count(peer);
      throw error;
    }
  }

  /** @throws {TooManyFailuresError} */
  #count(peer: string): void {
    const now = this.clock.now();
    if (now >= this.#windowEnd || now < this.#windowEnd - WINDOW_MS) {
      this.#failures.clear();
      this.#windowEnd = now + WINDOW_MS;
    }
    const own = this.#add(peer);
    const { budget, perPeer } = this.limits;
    const isBudgetLeft = budget === null || budget.take();
    if (own > perPeer) throw new TooManyFailuresError(Math.ceil((this.#windowEnd - now) / 1000));
    if (own > OWN_FAILURES && !isBudgetLeft) throw new TooManyFailuresError(budget?.wait ?? 1);
  }

  /** Counts a failure. @returns how many the peer has had in this window */
  #add(peer: string): number {
    const before = this.#failures.get(peer);
    if (before === undefined && this.#failures.size >= PEERS) return OWN_FAILURES + 1;
    const count = (before ?? 0) + 1;
    this.#failures.set(peer, count);
    return count;
  }
}
