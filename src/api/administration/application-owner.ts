import type { Snowflake } from '../../protocol/snowflake.js';
import type { OperationServices } from '../rest/operation-services.js';
import { requirePerson } from './require-people.js';

/**
 * The owner of a new application.
 *
 * @param given the user who was chosen; null: none was
 * @param hasLocalPerson whether the oldest person is the one of this machine's daemon. In the store of a service that runs
 *   alone it is anybody, e.g. a guest
 * @throws {UserError} `given` is unknown, or a bot
 */
export async function findOwner(
  { accountStore, users }: Pick<OperationServices, 'accountStore' | 'users'>,
  given: Snowflake | null,
  hasLocalPerson: boolean,
): Promise<Snowflake | null> {
  if (given !== null) return (await requirePerson(users, given)).id;
  if (!hasLocalPerson) return null;
  const [oldest] = await accountStore.people(1);
  return oldest?.id ?? null;
}
