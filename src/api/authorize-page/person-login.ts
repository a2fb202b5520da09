import { BoundedMap } from '../../platform/async/bounded-map.js';
import { isAhead } from '../../platform/clock.js';
import { createSecret, hashSecret } from '../../platform/crypto/secrets.js';
import { ExpectedError } from '../../protocol/expected-error.js';
import type { Authentication } from '../accounts/authentication.js';
import type { TwoFactor } from '../accounts/two-factor.js';
import type { Caller } from '../core/caller.js';
import { RestError } from '../core/errors.js';
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

/** How long a person may take to choose a guild, in milliseconds. */
const LIFETIME = 5 * 60_000;
/** The maximum number of people who are choosing at the same time; the oldest login is dropped first. */
const LIMIT = 1024;

interface PendingLogin {
  readonly caller: Caller;
  readonly purpose: string;
  readonly expiresAt: number;
}

/**
 * People who signed in on the authorization page and are choosing a guild. The second form contains a ticket in place
 * of their token. A ticket works once, for the purpose that it was created for.
 */
export class PendingLogins {
  readonly #logins = new BoundedMap<string, PendingLogin>(LIMIT);

  constructor(private readonly now: () => number) {}

  /** @param purpose the browser and the request that the ticket is bound to */
  start(caller: Caller, purpose: string): string {
    const ticket = createSecret();
    this.#logins.set(hashSecret(ticket), { caller, purpose, expiresAt: this.now() + LIFETIME });
    return ticket;
  }

  /** @returns null if the ticket is unknown, used, expired or for another purpose */
  finish(ticket: string, purpose: string): Caller | null {
    const hash = hashSecret(ticket);
    const login = this.#logins.get(hash);
    this.#logins.delete(hash);
    if (login === undefined || login.purpose !== purpose) return null;
    return isAhead(this.now(), login.expiresAt, LIFETIME) ? login.caller : null;
  }
}
