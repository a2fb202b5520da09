import { PRIVATE_BETA_SCOPES, type Scope } from '../../protocol/scopes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Application, ApplicationStore } from '../../store/accounts.js';
import type { ConflictTurns } from '../../store/conflict-turns.js';
import { OAuth2Error } from '../core/errors.js';

/** What tasks of applications run with. */
export interface ApplicationTasks {
  readonly applications: Pick<ApplicationStore, 'byId'>;
  readonly turns: ConflictTurns;
}

/**
 * Runs a task with the stored state of an application, and retries it if what the task read was changed before it
 * wrote. So a code or token is used only once, however many requests send it at the same time, and nothing is issued to
 * a deleted application.
 *
 * @param task see `retryOnConflict`
 * @throws {OAuth2Error} invalid_client if there is no such application; what the task throws
 */
export function forApplication<Result>(
  { applications, turns }: ApplicationTasks,
  id: Snowflake,
  task: (application: Application) => Promise<Result>,
): Promise<Result> {
  return turns.run(`application ${id}`, async () => {
    const application = await applications.byId(id);
    if (application === null) throw new OAuth2Error('invalid_client', 'the application does not exist');
    return task(application);
  });
}

/**
 * Whether an application may have these scopes of this user in the private beta: it is approved, or the user is a
 * tester (README.md). Its owner is not an exception.
 */
export function mayHaveScopes(
  { approved, testers }: Application,
  userId: Snowflake,
  scopes: Iterable<string>,
): boolean {
  if (approved || testers.includes(userId)) return true;
  return ![...scopes].some((scope) => PRIVATE_BETA_SCOPES.has(scope as Scope));
}
