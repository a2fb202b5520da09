import type { Snowflake } from '../protocol/snowflake.js';
import type { Application } from '../store/accounts.js';
import type { Services } from './services.js';

/**
 * Runs a task that gives an application guilds, channels or a place in a guild, or takes all of them away. Such tasks of one
 * application take turns: limits are counted before something is created, and a deleted application is given nothing.
 *
 * @param task gets the application as it is when its turn comes; null: it was deleted
 */
export function lockApplicationGuilds<Result>(
  { locks, store }: Pick<Services, 'locks' | 'store'>,
  id: Snowflake,
  task: (application: Application | null) => Promise<Result>,
): Promise<Result> {
  return locks.run(`application guilds ${id}`, async () => task(await store.applications.byId(id)));
}
