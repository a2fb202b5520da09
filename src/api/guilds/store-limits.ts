import { GUILD_LIMITS } from '../../guilds/limits.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildCondition, GuildStore } from '../../store/guilds.js';

/**
 * A limit over all guilds (docs/rest.md, Limits). It is checked for a clear refusal, and required of the store when the
 * change is stored: what is created at the same time counts, too.
 */
export interface StoreLimit {
  readonly isReached: boolean;
  readonly condition: GuildCondition;
}

/** @param limit the most guilds that the user may be in */
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

/** The guilds that an application may create which is not approved. */
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

/** The channels that an application may create which is not approved. @param created how many it creates now */
export async function limitChannelsOfApplication(
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
