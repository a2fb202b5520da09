import { computeChannelPermissions, computeGuildPermissions } from '../../protocol/member-permissions.js';
import type { Channel } from '../../protocol/objects/channel.js';
import { PERMISSIONS } from '../../protocol/permissions.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildView } from './state.js';

/** The permissions of a user in a channel, as bits of `PERMISSIONS`; missing data grants nothing. */
export function permissionsIn(guild: GuildView, userId: Snowflake, channel: Channel): number {
  const roles = guild.members.get(userId)?.roles ?? [];
  const holder = { guildId: guild.id, userId, isOwner: guild.owner_id === userId, roles };
  const bits = new Map(guild.roles.map(({ id, permissions }) => [id, permissions]));
  const base = computeGuildPermissions(holder, (id) => bits.get(id) ?? 0);
  return computeChannelPermissions(base, holder, channel.permission_overwrites ?? []);
}

/**
 * Whether a user may view a channel of a guild (docs/rpc.md, Visible channels). Some services send channels that their
 * user may not view.
 */
export function mayView(guild: GuildView, userId: Snowflake | null, channel: Channel): boolean {
  return userId !== null && (permissionsIn(guild, userId, channel) & PERMISSIONS.VIEW_CHANNEL) !== 0;
}
