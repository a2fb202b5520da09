import type { Scope } from '../../protocol/scopes.js';
import type { Account } from '../../store/accounts.js';
import type { Authentication } from '../accounts/authentication.js';
import type { Caller } from '../core/caller.js';
import { RestError } from '../core/errors.js';

/**
 * The user of an access token that grants an application a scope.
 *
 * @param bot the bot of the application
 * @param tokenHash of the access token
 * @param scope the required scope
 * @throws {RestError} INVALID_ACCESS_TOKEN, also for a token of another application
 */
export async function consentedUser(
  authentication: Authentication,
  bot: Caller,
  tokenHash: string,
  scope: Scope,
): Promise<Account> {
  const joining = await authentication.byAccessTokenHash(tokenHash);
  const agreed = joining?.applicationId === bot.applicationId && joining.scopes.has(scope);
  if (joining === null || !agreed) throw new RestError('INVALID_ACCESS_TOKEN');
  return joining.user;
}
