import type { Application } from '../protocol/objects/application.js';
import { PRIVATE_BETA_SCOPES, type Scope } from '../protocol/scopes.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { ApplicationRow } from '../store/sqlite/rows.js';

/** What everybody may see of an application (docs/rest.md, Objects). */
export function applicationFace(row: ApplicationRow): Application {
  const { description, icon, id, rpc_origins, name } = row;
  return { description, icon, id, rpc_origins, name };
}

/**
 * Whether the private beta lets an application have these scopes of this user: it must be approved, or the user one of
 * its testers (README.md). Its owner is no exception.
 */
export function mayHave(row: ApplicationRow, userId: Snowflake, scopes: Iterable<string>): boolean {
  if (row.approved || row.testers.includes(userId)) return true;
  return ![...scopes].some((scope) => PRIVATE_BETA_SCOPES.has(scope as Scope));
}
