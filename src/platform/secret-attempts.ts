import type { Clock } from './clock.js';
import { hashSecret } from './secrets.js';
import { TokenBucket } from './token-bucket.js';

/** How many right secrets are remembered, by their hashes. */
const REMEMBERED = 1024;

/** Too many secrets were wrong: nobody may try another one for some seconds. */
export class TooManyAttemptsError extends Error {
  override readonly name = 'TooManyAttemptsError';

  constructor(readonly secondsToWait: number) {
    super(`Too many wrong tokens; try again in ${secondsToWait} s`);
  }
}

/**
 * One budget for every way of guessing a secret on this machine: tokens and the secrets of applications (rpc-facts.md,
 * Threats). All peers share its one address, so they share one budget of failures too. A secret that was right before is
 * let through also when the budget is gone: who guesses locks nobody else out.
 */
export class SecretAttempts {
  readonly #budget: TokenBucket;
  readonly #right = new Set<string>();

  /** @param perMinute how many attempts may fail */
  constructor(perMinute: number, clock: Clock) {
    this.#budget = new TokenBucket(perMinute / 60, perMinute, () => clock.now());
  }

  /**
   * Tries a secret.
   *
   * @param isWrong whether what the attempt threw says that the secret is wrong; anything else is nobody's guess
   * @throws {TooManyAttemptsError} instead of trying it, once too many were wrong
   */
  async try<T>(secret: string, attempt: () => Promise<T>, isWrong: (error: unknown) => boolean): Promise<T> {
    const hash = hashSecret(secret);
    // Taken before the answer is known: attempts that run at the same time count too.
    const counts = !this.#right.has(hash);
    if (counts && !this.#budget.take()) throw new TooManyAttemptsError(this.#budget.wait);
    try {
      const found = await attempt();
      this.#remember(hash);
      if (counts) this.#budget.giveBack();
      return found;
    } catch (error) {
      if (isWrong(error)) this.#right.delete(hash);
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
