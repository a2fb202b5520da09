import type { Channel } from '../../protocol/objects/channel.js';
import { PERMISSIONS } from '../../protocol/permissions.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { permissionsIn } from './may-view.js';
import { type GuildView, voiceStatesIn } from './state.js';

/** Why a member may not join a voice channel. invisible: they may not view it */
export type VoiceEntryRefusal = 'invisible' | 'forbidden' | 'full';

/**
 * Predicts whether the service lets a member join a voice channel, by the service's own rule: CONNECT, and a free place
 * unless they may move members.
 *
 * @returns null if it does, or if the client does not know enough
 */
export function findVoiceEntryRefusal(
  guild: GuildView,
  channel: Channel,
  userId: Snowflake,
): VoiceEntryRefusal | null {
  const { user_limit: limit = 0 } = channel;
  if (!guild.members.has(userId)) return null;
  // Services of other versions may omit them.
  if (guild.owner_id !== userId && !guild.roles.has(guild.id)) return null;
  const permissions = permissionsIn(guild, userId, channel);
  if (!(permissions & PERMISSIONS.VIEW_CHANNEL)) return 'invisible';
  if (!(permissions & PERMISSIONS.CONNECT)) return 'forbidden';
  if (limit === 0 || permissions & PERMISSIONS.MOVE_MEMBERS) return null;
  return voiceStatesIn(guild, channel.id).length < limit ? null : 'full';
}
