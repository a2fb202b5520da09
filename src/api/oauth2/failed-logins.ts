import { RateLimitedError } from '../rest/rate-limits/rate-limited-error.js';
import { WindowCounter } from '../rest/rate-limits/window-counter.js';
import { OAuth2Error } from './oauth2-error.js';

const WINDOW_MS = 60_000;

/** Keeps secrets from being guessed: after some wrong ones nobody logs in there until the minute is over. */
export class FailedLogins {
  readonly #failures: WindowCounter;

  constructor(
    private readonly limit: number,
    private readonly now: () => number,
  ) {
    this.#failures = new WindowCounter(WINDOW_MS, now);
  }

  /**
   * Runs a login.
   *
   * @param who whose failures count together
   * @throws {RateLimitedError} without running it, after too many failures
   */
  async attempt<Result>(who: string, login: () => Promise<Result>): Promise<Result> {
    if (this.#failures.count(who) >= this.limit) {
      throw new RateLimitedError(this.#failures.end - this.now(), false);
    }
    try {
      return await login();
    } catch (error) {
      if (error instanceof OAuth2Error && error.error === 'invalid_client') this.#failures.add(who);
      throw error;
    }
  }
}
