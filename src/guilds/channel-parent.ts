import { CHANNEL_TYPES, type ChannelType } from '../protocol/objects/channel.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { findVisible } from './permissions.js';
import { refuseField } from './refusal.js';
import type { GuildMember, GuildState } from './state.js';

/** @throws {Refusal} if the parent is invalid for a channel of this type, or the member may not view it */
export function requireCategory(
  guild: GuildState,
  member: GuildMember,
  type: ChannelType,
  parentId: Snowflake | null | undefined,
): void {
  if (parentId === null || parentId === undefined) return;
  if (findVisible(guild, member, parentId)?.type !== CHANNEL_TYPES.GUILD_CATEGORY) {
    throw refuseField(['parentId'], 'CHANNEL_PARENT_INVALID', 'This is no category of the guild.');
  }
  if (type === CHANNEL_TYPES.GUILD_CATEGORY) {
    throw refuseField(['parentId'], 'CHANNEL_PARENT_INVALID_TYPE', 'Categories cannot have categories.');
  }
}
