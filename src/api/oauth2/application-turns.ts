import { KeyedLock } from '../../platform/keyed-lock.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ApplicationQueries } from '../../store/sqlite/queries/application-queries.js';
import type { ApplicationRow } from '../../store/sqlite/rows.js';
import { OAuth2Error } from './oauth2-error.js';

/**
 * All that OAuth2 does with one application happens one after the other: so a code or token is used once however many
 * ask at a time, and nothing is given to an application that is being removed.
 */
export class ApplicationTurns {
  readonly #locks = new KeyedLock();

  constructor(private readonly applications: ApplicationQueries) {}

  /** Runs a task over the application as it is when its turn comes. @throws {OAuth2Error} if it is gone by then */
  run<Result>(id: Snowflake, task: (application: ApplicationRow) => Promise<Result>): Promise<Result> {
    return this.#locks.run(id, async () => {
      const application = await this.applications.byId(id);
      if (application === null) throw new OAuth2Error('invalid_client', 'the application does not exist');
      return task(application);
    });
  }
}
