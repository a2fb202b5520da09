import {
  computeChannelPermissions,
  computeGuildPermissions,
  type PermissionHolder,
} from '../protocol/member-permissions.js';
import type { Channel } from '../protocol/objects/channel.js';
import { PERMISSIONS } from '../protocol/permissions.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildView } from './state.js';

/** Why a member may not join a voice channel. invisible: they may not even view it */
export type VoiceEntryRefusal = 'invisible' | 'forbidden' | 'full';

/**
 * Predicts whether the service lets a member into a voice channel, by the service's own rule: CONNECT, and a free place
 * unless they may move members.
 *
 * @returns null if it does, or if too little is known to say
 */
export function findVoiceEntryRefusal(
  guild: GuildView,
  channel: Channel,
  userId: Snowflake,
): VoiceEntryRefusal | null {
  const member = guild.members.get(userId);
  if (member === undefined) return null;
  const { permission_overwrites: overwrites = [], user_limit: limit = 0 } = channel;
  const holder: PermissionHolder = {
    ...{ guildId: guild.id, userId, isOwner: guild.owner_id === userId },
    roles: member.roles,
  };
  const bits = new Map(guild.roles.map(({ id, permissions }) => [id, permissions]));
  // A service of another version may leave them out.
  if (!holder.isOwner && !bits.has(guild.id)) return null;
  const base = computeGuildPermissions(holder, (id) => bits.get(id) ?? 0);
  const permissions = computeChannelPermissions(base, holder, overwrites);
  if (!(permissions & PERMISSIONS.VIEW_CHANNEL)) return 'invisible';
  if (!(permissions & PERMISSIONS.CONNECT)) return 'forbidden';
  if (limit === 0 || permissions & PERMISSIONS.MOVE_MEMBERS) return null;
  const inside = [...guild.voice_states.values()].filter(({ channel_id: id }) => id === channel.id);
  return inside.length < limit ? null : 'full';
}
