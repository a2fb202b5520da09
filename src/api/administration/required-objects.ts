import type { GuildState } from '../../guilds/state.js';
import { UserError } from '../../platform/errors.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import type { Account } from '../../store/accounts.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import type { GuildTask, GuildTasks } from '../core/guild-task.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';

/** What administration changes guilds with, where they are owned. */
export interface GuildServices {
  readonly users: UserDirectory;
  readonly guilds: GuildRegistry;
  readonly guildChanges: GuildChanges;
}

/** The current guild: change it before awaiting anything. @throws {UserError} if there is none */
export async function requireGuild(guilds: Pick<GuildRegistry, 'read'>, id: Snowflake): Promise<GuildState> {
  return guilds.read(id, (guild) => {
    if (guild === null) throw unknownGuild(id);
    return guild;
  });
}

/** Runs a task for a guild that a person names. @throws {UserError} and what the task throws */
export function runOnGuild<Services, Input, Output>(
  { guildTasks }: { readonly guildTasks: GuildTasks<Services> },
  task: GuildTask<Services, Input, Output>,
  id: string,
  input: Input,
): Output | Promise<Output> {
  if (!isSnowflake(id)) throw unknownGuild(id);
  return guildTasks.run(task, id, input);
}

function unknownGuild(id: string): UserError {
  return new UserError(`there is no guild ${id}`);
}

/** @throws {UserError} if the id is unknown, or belongs to a bot */
export async function requirePerson(users: UserDirectory, id: Snowflake): Promise<Account> {
  const user = isSnowflake(id) ? await users.load(id) : null;
  if (user !== null && !user.bot) return user;
  throw new UserError(
    user === null ? `there is no user ${id}` : `the user ${id} is a bot`,
    'See them with: guildhall users list',
  );
}

/** @throws {UserError} if one of the ids is unknown, or belongs to a bot */
export async function requirePeople(users: UserDirectory, ids: readonly Snowflake[]): Promise<void> {
  for (const id of ids) await requirePerson(users, id);
}
