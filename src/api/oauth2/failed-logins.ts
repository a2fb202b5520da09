import { type FailedAttempts, TooManyFailuresError } from '../../net/failed-attempts.js';
import { RateLimitedError } from '../rest/rate-limits/rate-limited-error.js';
import { RestError } from '../rest/rest-error.js';
import { OAuth2Error } from './oauth2-error.js';

/** Limits logins with wrong secrets, of applications and of people on the authorization page. */
export class FailedLogins {
  constructor(private readonly failures: FailedAttempts) {}

  /**
   * Runs a login. One with the right secret succeeds whatever failed before it.
   *
   * @param who whose failures count together
   * @throws {RateLimitedError} instead of the refusal, after too many failures
   */
  async attempt<Result>(who: string, login: () => Promise<Result>): Promise<Result> {
    try {
      return await this.failures.verify(who, login, isWrongSecret);
    } catch (error) {
      if (!(error instanceof TooManyFailuresError)) throw error;
      throw new RateLimitedError(error.secondsToWait * 1000, false);
    }
  }
}

/** Of an application, or of a person. */
function isWrongSecret(error: unknown): boolean {
  if (error instanceof OAuth2Error) return error.error === 'invalid_client';
  return error instanceof RestError && error.error === 'UNAUTHORIZED';
}
