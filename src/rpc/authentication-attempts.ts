import type { Clock } from '../platform/clock.js';
import { hashSecret } from '../platform/secrets.js';
import { TokenBucket } from '../platform/token-bucket.js';
import { RpcError } from '../protocol/rpc/errors.js';

/** How many right tokens are remembered, by their hashes. */
const REMEMBERED = 1024;

/** Too many tokens were wrong: nobody may try another one for some seconds. */
export class TooManyAttemptsError extends Error {
  override readonly name = 'TooManyAttemptsError';

  constructor(readonly secondsToWait: number) {
    super(`Too many wrong tokens; try again in ${secondsToWait} s`);
  }
}

/**
 * One limiter for every way of trying a token on the RPC port: AUTHENTICATE, AUTHORIZE with an `rpc_token`, the proxy
 * (rpc-facts.md, Threats). All peers share the one address of this machine, so they share one budget of failures too.
 * A token that was right before is let through also when the budget is gone: who guesses locks nobody else out.
 */
export class AuthenticationAttempts {
  readonly #budget: TokenBucket;
  readonly #right = new Set<string>();

  /** @param perMinute how many attempts may fail */
  constructor(perMinute: number, clock: Clock) {
    this.#budget = new TokenBucket(perMinute / 60, perMinute, () => clock.now());
  }

  /**
   * Tries a token.
   *
   * @param attempt throws an `RpcError` if the token is wrong; anything else it throws is nobody's guess
   * @throws {TooManyAttemptsError} instead of trying it, once too many were wrong
   */
  async try<T>(token: string, attempt: () => Promise<T>): Promise<T> {
    const hash = hashSecret(token);
    // Taken before the answer is known: attempts that run at the same time count too.
    const counts = !this.#right.has(hash);
    if (counts && !this.#budget.take()) throw new TooManyAttemptsError(this.#budget.wait);
    try {
      const found = await attempt();
      this.#remember(hash);
      if (counts) this.#budget.giveBack();
      return found;
    } catch (error) {
      if (error instanceof RpcError) this.#right.delete(hash);
      else if (counts) this.#budget.giveBack();
      throw error;
    }
  }

  #remember(hash: string): void {
    const [oldest] = this.#right;
    if (this.#right.size >= REMEMBERED && oldest !== undefined) this.#right.delete(oldest);
    this.#right.add(hash);
  }
}
