import { UserError } from '../../platform/errors.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import type { Account } from '../../store/accounts.js';
import type { UserDirectory } from '../accounts/user-directory.js';

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
