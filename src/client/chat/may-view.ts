import { computeChannelPermissions, computeGuildPermissions } from '../../protocol/member-permissions.js';
import type { Channel } from '../../protocol/objects/channel.js';
import { PERMISSIONS } from '../../protocol/permissions.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildView } from './state.js';

/** The permissions of a user in a channel, as bits of `PERMISSIONS`; missing data grants nothing. */
export function permissionsIn(guild: GuildView, userId: Snowflake, channel: Channel): number {
  return permissionsOf(guild, userId)(channel);
}

/** The same for any channel of a guild: what is equal for all of them is computed once. */
function permissionsOf(guild: GuildView, userId: Snowflake): (channel: Channel) => number {
  // A set, because a service may send any number of roles and overwrites.
  const roles = new Set(guild.members.get(userId)?.roles);
  const holder = { guildId: guild.id, userId, isOwner: guild.owner_id === userId, roles };
  const base = computeGuildPermissions(holder, (id) => guild.roles.get(id)?.permissions ?? 0);
  return ({ permission_overwrites: overwrites = [] }) => computeChannelPermissions(base, holder, overwrites);
}

/**
 * Finds which channels of a guild a user may view (docs/rpc.md, Visible channels). Some services send channels that their
 * user may not view.
 */
export function viewerOf(guild: GuildView, userId: Snowflake | null): (channel: Channel) => boolean {
  if (userId === null) return () => false;
  const permissions = permissionsOf(guild, userId);
  return (channel) => (permissions(channel) & PERMISSIONS.VIEW_CHANNEL) !== 0;
}
