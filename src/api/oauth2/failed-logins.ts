import { type FailedAttempts, TooManyFailuresError } from '../../net/failed-attempts.js';
import { OAuth2Error, RateLimitedError, RestError } from '../core/errors.js';

/** Limits failed logins, of applications and of people on the authorization page. */
export class FailedLogins {
  constructor(private readonly failures: FailedAttempts) {}

  /**
   * Runs a login. A login with the right secret succeeds however many failed before.
   *
   * @param who the key under which failures are counted
   * @throws {RateLimitedError} instead of the login error, after too many failures
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

/** The errors for a wrong secret of an application and for a wrong token of a person. */
function isWrongSecret(error: unknown): boolean {
  if (error instanceof OAuth2Error) return error.error === 'invalid_client';
  return error instanceof RestError && error.error === 'UNAUTHORIZED';
}
