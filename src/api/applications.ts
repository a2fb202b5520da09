import { PRIVATE_BETA_SCOPES, type Scope } from '../protocol/scopes.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { Application } from '../store/accounts.js';

/**
 * Whether the private beta permits an application these scopes of this user: it must be approved, or the user one of its
 * testers (README.md). Its owner is no exception.
 */
export function mayHaveScopes(
  { approved, testers }: Application,
  userId: Snowflake,
  scopes: Iterable<string>,
): boolean {
  if (approved || testers.includes(userId)) return true;
  return ![...scopes].some((scope) => PRIVATE_BETA_SCOPES.has(scope as Scope));
}
