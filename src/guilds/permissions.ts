import {
  computeChannelPermissions,
  computeGuildPermissions,
  type PermissionHolder,
} from '../protocol/member-permissions.js';
import { ELEVATED_PERMISSIONS, PERMISSIONS, type PermissionName } from '../protocol/permissions.js';
import { Refusal } from './refusal.js';
import type { Actor, GuildChannel, GuildMember, GuildState } from './state.js';

/** What a member may do in the guild, without the channels' overwrites, as bits of `PERMISSIONS`. */
export function guildPermissions(guild: GuildState, member: GuildMember): number {
  return computeGuildPermissions(holderOf(guild, member), (id) => guild.roles.get(id)?.permissions ?? 0);
}

/** What a member may do in one channel, as bits of `PERMISSIONS`; the owner may do everything. */
export function channelPermissions(guild: GuildState, member: GuildMember, channel: GuildChannel): number {
  const base = guildPermissions(guild, member);
  return computeChannelPermissions(base, holderOf(guild, member), channel.permissionOverwrites);
}

function holderOf(guild: GuildState, { roles, userId }: GuildMember): PermissionHolder {
  return { guildId: guild.id, userId, isOwner: userId === guild.settings.ownerId, roles };
}

/** Whether a member may view a channel: what they may not view, nothing tells them of. */
export function canView(guild: GuildState, member: GuildMember, channel: GuildChannel): boolean {
  return (channelPermissions(guild, member, channel) & PERMISSIONS.VIEW_CHANNEL) !== 0;
}

/** @throws {Refusal} MISSING_ACCESS if the actor is not in the guild */
export function requireMember(guild: GuildState, actor: Actor): GuildMember {
  const member = guild.members.get(actor.userId);
  if (member === undefined) throw new Refusal('MISSING_ACCESS');
  return member;
}

/** @throws {Refusal} if the actor is not in the guild, lacks the permission, or two-factor where it is needed for it */
export function requireGuildPermission(
  guild: GuildState,
  actor: Actor,
  permission: PermissionName,
): GuildMember {
  const member = requireMember(guild, actor);
  if (!(guildPermissions(guild, member) & PERMISSIONS[permission])) throw new Refusal('MISSING_PERMISSIONS');
  requireTwoFactor(guild, actor, permission);
  return member;
}

/** @throws {Refusal} MISSING_ACCESS if the actor is not in the guild or does not see the channel */
export function requireVisible(guild: GuildState, actor: Actor, channel: GuildChannel): GuildMember {
  const member = requireMember(guild, actor);
  if (!canView(guild, member, channel)) throw new Refusal('MISSING_ACCESS');
  return member;
}

/** As in the guild, for one channel. @throws {Refusal} MISSING_ACCESS also if the actor does not see the channel */
export function requireChannelPermission(
  guild: GuildState,
  actor: Actor,
  channel: GuildChannel,
  permission: PermissionName,
): GuildMember {
  const member = requireVisible(guild, actor, channel);
  if (!(channelPermissions(guild, member, channel) & PERMISSIONS[permission])) {
    throw new Refusal('MISSING_PERMISSIONS');
  }
  requireTwoFactor(guild, actor, permission);
  return member;
}

function requireTwoFactor(guild: GuildState, actor: Actor, permission: PermissionName): void {
  if (guild.settings.mfaLevel === 0 || actor.mfaEnabled) return;
  if (ELEVATED_PERMISSIONS & PERMISSIONS[permission]) throw new Refusal('TWO_FACTOR_REQUIRED');
}
