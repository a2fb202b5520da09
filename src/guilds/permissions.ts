import type { Overwrite } from '../protocol/objects/channel.js';
import {
  ALL_PERMISSIONS,
  ELEVATED_PERMISSIONS,
  PERMISSIONS,
  type PermissionName,
} from '../protocol/permissions.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { Refusal } from './refusal.js';
import type { Actor, GuildChannel, GuildMember, GuildState } from './state.js';

/** Without SEND_MESSAGES these mean nothing (rest-facts.md, Permissions). */
const NEED_SEND_MESSAGES =
  PERMISSIONS.MENTION_EVERYONE |
  PERMISSIONS.SEND_TTS_MESSAGES |
  PERMISSIONS.ATTACH_FILES |
  PERMISSIONS.EMBED_LINKS;

/** What a member may do in the guild, without the channels' overwrites, as bits of `PERMISSIONS`. */
export function guildPermissions(guild: GuildState, member: GuildMember): number {
  if (member.userId === guild.settings.owner_id) return ALL_PERMISSIONS;
  let permissions = guild.roles.get(guild.id)?.permissions ?? 0;
  for (const id of member.roles) permissions |= guild.roles.get(id)?.permissions ?? 0;
  return permissions & PERMISSIONS.ADMINISTRATOR ? ALL_PERMISSIONS : permissions;
}

/** What a member may do in one channel, as bits of `PERMISSIONS`. */
export function channelPermissions(guild: GuildState, member: GuildMember, channel: GuildChannel): number {
  const base = guildPermissions(guild, member);
  // The owner has it too.
  if (base & PERMISSIONS.ADMINISTRATOR) return ALL_PERMISSIONS;
  const permissions = applyOverwrites(base, guild.id, member, channel.permission_overwrites);
  if (!(permissions & PERMISSIONS.VIEW_CHANNEL)) return 0;
  return permissions & PERMISSIONS.SEND_MESSAGES ? permissions : permissions & ~NEED_SEND_MESSAGES;
}

function applyOverwrites(
  base: number,
  everyone: Snowflake,
  member: GuildMember,
  overwrites: readonly Overwrite[],
): number {
  let permissions = base;
  let allow = 0;
  let deny = 0;
  let own: Overwrite | undefined;
  for (const overwrite of overwrites) {
    if (overwrite.type === 'member') {
      if (overwrite.id === member.userId) own = overwrite;
    } else if (overwrite.id === everyone) {
      permissions = (permissions & ~overwrite.deny) | overwrite.allow;
    } else if (member.roles.includes(overwrite.id)) {
      allow |= overwrite.allow;
      deny |= overwrite.deny;
    }
  }
  permissions = (permissions & ~deny) | allow;
  return own === undefined ? permissions : (permissions & ~own.deny) | own.allow;
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
  if (!(channelPermissions(guild, member, channel) & PERMISSIONS.VIEW_CHANNEL)) {
    throw new Refusal('MISSING_ACCESS');
  }
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
  if (guild.settings.mfa_level === 0 || actor.mfaEnabled) return;
  if (ELEVATED_PERMISSIONS & PERMISSIONS[permission]) throw new Refusal('TWO_FACTOR_REQUIRED');
}
