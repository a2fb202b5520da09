import { CHANNEL_TYPES, type ChannelType } from '../protocol/objects/channel.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { refuseField } from './refusal.js';
import type { GuildState } from './state.js';

/** @throws {Refusal} if the parent is invalid for a channel of this type */
export function requireCategory(
  guild: GuildState,
  type: ChannelType,
  parentId: Snowflake | null | undefined,
): void {
  if (parentId === null || parentId === undefined) return;
  if (guild.channels.get(parentId)?.type !== CHANNEL_TYPES.GUILD_CATEGORY) {
    throw refuseField(['parentId'], 'CHANNEL_PARENT_INVALID', 'This is no category of the guild.');
  }
  if (type === CHANNEL_TYPES.GUILD_CATEGORY) {
    throw refuseField(['parentId'], 'CHANNEL_PARENT_INVALID_TYPE', 'Categories cannot have categories.');
  }
}
