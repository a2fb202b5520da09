import { changeSubscribers } from '../../guilds/rules/change-subscribers.js';
import type { GuildState, GuildSubscriber } from '../../guilds/state.js';
import { UserError } from '../../platform/errors.js';
import type { Subscriber } from '../../protocol/administration.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import type { GuildChanges } from '../guilds/guild-changes.js';
import type { GuildRegistry } from '../guilds/guild-registry.js';
import { requireGuild } from './require-guild.js';
import { requirePeople } from './require-people.js';

/** Date.parse accepts more than ISO 8601, and parses a bare number as a year. */
const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\S+)?$/;

/** Subscribers to add and to remove; `remove` takes precedence. */
export interface SubscriberChanges {
  readonly add: readonly Subscriber[];
  readonly remove: readonly Snowflake[];
}

/** The dependencies of changing subscribers. */
export interface SubscriberDependencies {
  readonly users: UserDirectory;
  readonly guilds: Pick<GuildRegistry, 'get'>;
  readonly guildChanges: GuildChanges;
}

/** Changes the subscribers of an integration. @returns all subscribers @throws {UserError} */
export async function changeSubscribersAs(
  { users, guilds, guildChanges }: SubscriberDependencies,
  guildId: Snowflake,
  integrationId: Snowflake,
  { add, remove }: SubscriberChanges,
): Promise<Subscriber[]> {
  const wanted = add.map(fromInput);
  await requirePeople(
    users,
    wanted.map(({ userId }) => userId),
  );
  const guild = await requireGuild(guilds, guildId);
  if (!guild.integrations.has(integrationId)) {
    throw new UserError(`the guild ${guildId} has no integration ${integrationId}`);
  }
  const change = (now: GuildState) => changeSubscribers(now, integrationId, wanted, remove);
  return (await guildChanges.change(guild, change)).map(({ userId, expiresAt }) => ({
    user_id: userId,
    expires_at: expiresAt === null ? null : timestamp(expiresAt),
  }));
}

function fromInput({ user_id: userId, expires_at }: Subscriber): GuildSubscriber {
  if (expires_at === null) return { userId, expiresAt: null };
  const expiresAt = ISO_8601.test(expires_at) ? Date.parse(expires_at) : Number.NaN;
  if (Number.isNaN(expiresAt)) {
    throw new UserError(`${expires_at} is not a time`, 'Write it as 2026-12-31T18:00:00Z');
  }
  return { userId, expiresAt };
}
