import {
  computeChannelPermissions,
  computeGuildPermissions,
  type PermissionHolder,
} from '../protocol/member-permissions.js';
import { ELEVATED_PERMISSIONS, PERMISSIONS, type PermissionName } from '../protocol/permissions.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { Refusal } from './refusal.js';
import type { Actor, GuildAsDecided, GuildChannel, GuildMember, GuildState } from './state.js';

/** The permissions of a member in the guild, without channel overwrites, as bits of `PERMISSIONS`. */
export function guildPermissions(guild: GuildAsDecided, member: GuildMember): number {
  return computeGuildPermissions(holderOf(guild, member), (id) => guild.roles.get(id)?.permissions ?? 0);
}

/** The permissions of a member in a channel, as bits of `PERMISSIONS`; the owner has all. */
export function channelPermissions(
  guild: GuildAsDecided,
  member: GuildMember,
  channel: GuildChannel,
): number {
  const base = guildPermissions(guild, member);
  return computeChannelPermissions(base, holderOf(guild, member), channel.permissionOverwrites);
}

function holderOf(guild: GuildAsDecided, { roles, userId }: GuildMember): PermissionHolder {
  return { guildId: guild.id, userId, isOwner: userId === guild.settings.ownerId, roles };
}

/** Whether a member may view a channel; nothing about other channels is sent to them. */
export function canView(guild: GuildAsDecided, member: GuildMember, channel: GuildChannel): boolean {
  return (channelPermissions(guild, member, channel) & PERMISSIONS.VIEW_CHANNEL) !== 0;
}

/** The channel that a request names by its id; undefined also for a hidden one, whose existence is not revealed. */
export function findVisible(guild: GuildState, member: GuildMember, id: Snowflake): GuildChannel | undefined {
  const channel = guild.channels.get(id);
  return channel !== undefined && canView(guild, member, channel) ? channel : undefined;
}

/** @throws {Refusal} MISSING_ACCESS if the actor is not in the guild */
export function requireMember(guild: GuildState, actor: Actor): GuildMember {
  const member = guild.members.get(actor.userId);
  if (member === undefined) throw new Refusal('MISSING_ACCESS');
  return member;
}

/**
 * @throws {Refusal} if the actor is not in the guild, or lacks the permission or the two-factor authentication for it
 */
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

/** @throws {Refusal} MISSING_ACCESS if the actor is not in the guild or may not view the channel */
export function requireVisible(guild: GuildState, actor: Actor, channel: GuildChannel): GuildMember {
  const member = requireMember(guild, actor);
  if (!canView(guild, member, channel)) throw new Refusal('MISSING_ACCESS');
  return member;
}

/** The same for one channel. @throws {Refusal} MISSING_ACCESS also if the actor may not view the channel */
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
