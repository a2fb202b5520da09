import type { TokenBucket } from '../platform/async/token-bucket.js';
import type { Clock } from '../platform/clock.js';
import { ExpectedError } from '../protocol/expected-error.js';

const WINDOW_MS = 60_000;

/** Failures of one peer per minute that are always reported as such, whatever other peers do. */
const OWN_FAILURES = 3;

/** The number of peers that are counted separately; failures of further peers go to the shared budget at once. */
const PEERS = 4096;

/** A secret was wrong, after too many wrong ones. */
export class TooManyFailuresError extends ExpectedError {
  override readonly name = 'TooManyFailuresError';

  constructor(readonly secondsToWait: number) {
    super(`Too many wrong secrets; try again in ${secondsToWait} s`);
  }
}

export interface FailureLimits {
  /** failures of one peer per minute */
  readonly perPeer: number;
  /** failures of all peers, in all servers that share this budget; null: unlimited */
  readonly budget: TokenBucket | null;
}

/**
 * Limits wrong tokens and secrets but never correct ones
 * (docs/adr/0008-secrets-are-verified-before-failures-are-limited.md). Secrets have 256 random bits, so the limit is
 * not against guessing but against the load of failures. Every secret is verified, and only failures are counted, by
 * peer.
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
   * @param peer who tries it, e.g. a connection
   * @param isWrong whether an error of `attempt` means that the secret is wrong; other errors are not counted
   * @throws {TooManyFailuresError} instead of the error of `attempt`, after too many wrong secrets
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

  /** Counts a failure. @returns the peer's failures in this window */
  #add(peer: string): number {
    const before = this.#failures.get(peer);
    if (before === undefined && this.#failures.size >= PEERS) return OWN_FAILURES + 1;
    const count = (before ?? 0) + 1;
    this.#failures.set(peer, count);
    return count;
  }
}
