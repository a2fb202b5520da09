import { ExpectedError } from '../../protocol/expected-error.js';
import type { Authentication } from '../accounts/authentication.js';
import type { TwoFactor } from '../accounts/two-factor.js';
import type { Caller } from '../core/caller.js';
import { RestError } from '../core/rest-error.js';
import type { FailedLogins } from '../oauth2/failed-logins.js';

/** The dependencies of a login. */
export interface LoginDependencies {
  readonly authentication: Pick<Authentication, 'byHeader'>;
  readonly failedLogins: FailedLogins;
  readonly twoFactor: Pick<TwoFactor, 'verify'>;
}

/**
 * Authenticates a person by the token that they entered.
 *
 * @param who the key under which failures are counted
 * @param code the two-factor code, if the person has two-factor authentication
 * @throws {WrongCodeError} if the code is wrong, missing or was used
 * @throws {RestError} UNAUTHORIZED if it is not the token of a person
 * @throws {RateLimitedError} if it is wrong, after too many failures
 */
export function personLogin(
  { authentication, failedLogins, twoFactor }: LoginDependencies,
  who: string,
  token: string,
  code: string,
): Promise<Caller> {
  const secret = token.trim();
  return failedLogins.attempt(who, async () => {
    const caller = await authentication.byHeader(secret);
    if (caller?.kind !== 'person') throw new RestError('UNAUTHORIZED');
    if (caller.user.mfaEnabled && !(await twoFactor.verify(caller.user.id, code))) throw new WrongCodeError();
    return caller;
  });
}

/** The token is valid, but the two-factor code is not. */
export class WrongCodeError extends ExpectedError {
  override readonly name = 'WrongCodeError';
}
