import Type from 'typebox';
import { changeSubscribers } from '../../guilds/rules/integrations.js';
import type { GuildState, GuildSubscriber } from '../../guilds/state.js';
import { InputError, UserError } from '../../platform/errors.js';
import type { Subscriber } from '../../protocol/administration.js';
import { Nullable, SnowflakeSchema, TimestampSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { GuildTask } from '../core/guild-task.js';
import { type GuildServices, requireGuild, requirePeople } from './required-objects.js';

/** Date.parse accepts more than ISO 8601, and parses a bare number as a year. */
const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\S+)?$/;

/** Subscribers to add and to remove; `remove` takes precedence. */
export interface SubscriberChanges {
  readonly integrationId: Snowflake;
  readonly add: readonly Subscriber[];
  readonly remove: readonly Snowflake[];
}

const SubscriberSchema = Type.Object({
  user_id: SnowflakeSchema,
  expires_at: Nullable(TimestampSchema),
});

/** Changes the subscribers of an integration. Gives all subscribers. @throws {UserError} */
export const changeSubscribersTask: GuildTask<GuildServices, SubscriberChanges, Subscriber[]> = {
  name: 'change-subscribers',
  input: validator(
    Type.Object({
      integrationId: SnowflakeSchema,
      add: Type.Array(SubscriberSchema),
      remove: Type.Array(SnowflakeSchema),
    }),
  ),
  output: validator(Type.Array(SubscriberSchema)),
  run: (services, guildId, changes) => changeSubscribersOf(services, guildId, changes),
};

async function changeSubscribersOf(
  { users, guilds, guildChanges }: GuildServices,
  guildId: Snowflake,
  { integrationId, add, remove }: SubscriberChanges,
): Promise<Subscriber[]> {
  const wanted = add.map(fromInput);
  await requirePeople(
    users,
    wanted.map(({ userId }) => userId),
  );
  const guild = await requireGuild(guilds, guildId);
  const change = (now: GuildState) => {
    if (!now.integrations.has(integrationId)) {
      throw new UserError(`the guild ${guildId} has no integration ${integrationId}`);
    }
    return changeSubscribers(now, integrationId, wanted, remove);
  };
  return (await guildChanges.change(guild, change)).map(({ userId, expiresAt }) => ({
    user_id: userId,
    expires_at: expiresAt === null ? null : timestamp(expiresAt),
  }));
}

function fromInput({ user_id: userId, expires_at }: Subscriber): GuildSubscriber {
  if (expires_at === null) return { userId, expiresAt: null };
  const expiresAt = ISO_8601.test(expires_at) ? Date.parse(expires_at) : Number.NaN;
  if (Number.isNaN(expiresAt)) {
    throw new InputError(`${expires_at} is not a time`, 'Write it as 2026-12-31T18:00:00Z');
  }
  return { userId, expiresAt };
}
