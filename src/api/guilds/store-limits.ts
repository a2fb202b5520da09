import { GUILD_LIMITS } from '../../guilds/limits.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Application } from '../../store/accounts.js';
import type { GuildCondition, GuildStore } from '../../store/guilds.js';
import { RestError } from '../core/errors.js';

/**
 * A limit over all guilds (docs/rest.md, Limits). It is checked before the change for a clear error, and again by the
 * store in the transaction of the change, so that concurrent requests cannot exceed it.
 */
export interface StoreLimit {
  readonly isReached: boolean;
  readonly condition: GuildCondition;
}

/** Limits the guilds that a user is in. @param limit the maximum number */
export async function limitGuildsOfUser(
  store: Pick<GuildStore, 'countOfUser'>,
  userId: Snowflake,
  limit: number,
): Promise<StoreLimit> {
  return {
    isReached: (await store.countOfUser(userId)) >= limit,
    condition: { conflict: 'guildsOfUser', userId, atMost: limit - 1 },
  };
}

/** Limits the guilds that an unapproved application creates. */
export async function limitGuildsOfApplication(
  store: Pick<GuildStore, 'countOfApplication'>,
  applicationId: Snowflake,
): Promise<StoreLimit> {
  const atMost = GUILD_LIMITS.GUILDS_OF_UNAPPROVED_APPLICATION - 1;
  return {
    isReached: (await store.countOfApplication(applicationId)) > atMost,
    condition: { conflict: 'guildsOfApplication', applicationId, atMost },
  };
}

/** Limits the channels that an unapproved application creates. @param created how many it creates now */
async function limitChannelsOfApplication(
  store: Pick<GuildStore, 'channelCountOfApplication'>,
  applicationId: Snowflake,
  created: number,
): Promise<StoreLimit> {
  const atMost = GUILD_LIMITS.CHANNELS_OF_UNAPPROVED_APPLICATION - created;
  return {
    isReached: (await store.channelCountOfApplication(applicationId)) > atMost,
    condition: { conflict: 'channelsOfApplication', applicationId, atMost },
  };
}

/**
 * Checks the limit on channels of unapproved applications, over all guilds.
 *
 * @param created how many channels the application creates now
 * @returns the conditions to check again when they are stored
 * @throws {RestError} TOO_MANY_CHANNELS
 */
export async function requireRoomForChannels(
  store: Pick<GuildStore, 'channelCountOfApplication'>,
  { id, approved }: Application,
  created: number,
): Promise<GuildCondition[]> {
  if (approved) return [];
  const limit = await limitChannelsOfApplication(store, id, created);
  if (limit.isReached) throw new RestError('TOO_MANY_CHANNELS');
  return [limit.condition];
}
