import { PRIVATE_BETA_SCOPES, type Scope } from '../../protocol/scopes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Application } from '../../store/accounts.js';

/**
 * Whether an application may have these scopes of this user in the private beta: it is approved, or the user is a
 * tester (README.md). Its owner is no exception.
 */
export function mayHaveScopes(
  { approved, testers }: Application,
  userId: Snowflake,
  scopes: Iterable<string>,
): boolean {
  if (approved || testers.includes(userId)) return true;
  return ![...scopes].some((scope) => PRIVATE_BETA_SCOPES.has(scope as Scope));
}
