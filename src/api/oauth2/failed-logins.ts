import { type SecretAttempts, TooManyAttemptsError } from '../../platform/secret-attempts.js';
import { RateLimitedError } from '../rest/rate-limits/rate-limited-error.js';
import { WindowCounter } from '../rest/rate-limits/window-counter.js';
import { RestError } from '../rest/rest-error.js';
import { OAuth2Error } from './oauth2-error.js';

const WINDOW_MS = 60_000;

/** Keeps secrets from being guessed: after some wrong ones nobody logs in there until the minute is over. */
export class FailedLogins {
  readonly #failures: WindowCounter;

  constructor(
    private readonly limit: number,
    now: () => number,
    /** the budget of the whole machine, where all who try share its address */
    private readonly shared: SecretAttempts | null,
  ) {
    this.#failures = new WindowCounter(WINDOW_MS, now);
  }

  /**
   * Runs a login.
   *
   * @param who whose failures count together
   * @param secret what they try, with the name that it belongs to
   * @throws {RateLimitedError} without running it, after too many failures
   */
  async attempt<Result>(who: string, secret: string, login: () => Promise<Result>): Promise<Result> {
    this.#failures.requireBelow(who, this.limit);
    try {
      return await (this.shared === null ? login() : this.shared.try(secret, login, isWrongSecret));
    } catch (error) {
      if (error instanceof TooManyAttemptsError)
        throw new RateLimitedError(error.secondsToWait * 1000, false);
      if (isWrongSecret(error)) this.#failures.add(who);
      throw error;
    }
  }
}

/** Of an application, or of a person. */
function isWrongSecret(error: unknown): boolean {
  if (error instanceof OAuth2Error) return error.error === 'invalid_client';
  return error instanceof RestError && error.error === 'UNAUTHORIZED';
}
