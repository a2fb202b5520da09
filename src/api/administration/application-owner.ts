import type { Snowflake } from '../../protocol/snowflake.js';
import type { AccountStore } from '../../store/accounts.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import { requirePerson } from './require-people.js';

/**
 * The owner of a new application.
 *
 * @param given the user who was chosen; null: none was, so it is the oldest person. In the store of a daemon that is the one of
 *   the machine; in that of a service that runs alone it is the first one that its operator has created
 * @returns null if there is nobody
 * @throws {UserError} `given` is unknown, or a bot
 */
export async function findOwner(
  { accountStore, users }: { readonly accountStore: AccountStore; readonly users: UserDirectory },
  given: Snowflake | null,
): Promise<Snowflake | null> {
  if (given !== null) return (await requirePerson(users, given)).id;
  const [oldest] = await accountStore.people(1);
  return oldest?.id ?? null;
}
