import type { PermissionName } from '../protocol/permissions.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { isAboveRole } from './hierarchy.js';
import { requireGuildPermission } from './permissions.js';
import { Refusal, refuseField } from './refusal.js';
import type { Actor, GuildMember, GuildState } from './state.js';

/** The permission for setting each field of a member (docs/rest.md, Modify guild member). */
const MEMBER_FIELD_PERMISSIONS = {
  nick: 'MANAGE_NICKNAMES',
  roles: 'MANAGE_ROLES',
  mute: 'MUTE_MEMBERS',
  deaf: 'DEAFEN_MEMBERS',
  channelId: 'MOVE_MEMBERS',
} as const satisfies Record<string, PermissionName>;

type MemberField = keyof typeof MEMBER_FIELD_PERMISSIONS;

const MEMBER_FIELDS = Object.keys(MEMBER_FIELD_PERMISSIONS) as MemberField[];

/** @throws {Refusal} if the actor lacks the permission for a given field */
export function requireFieldPermissions(
  guild: GuildState,
  actor: Actor,
  input: { readonly [Field in MemberField]?: unknown },
): void {
  for (const field of MEMBER_FIELDS) {
    if (input[field] !== undefined) requireGuildPermission(guild, actor, MEMBER_FIELD_PERMISSIONS[field]);
  }
}

/**
 * The roles a member is to have, without repeats.
 *
 * @param before those the member has: only added and removed roles are checked
 * @throws {Refusal} if one is not the guild's, or comes or goes and is managed or not below the acting member's highest
 */
export function changedRoles(
  guild: GuildState,
  acting: GuildMember,
  before: readonly Snowflake[],
  ids: readonly Snowflake[],
): readonly Snowflake[] {
  for (const [index, id] of ids.entries()) {
    if (id !== guild.id && guild.roles.has(id)) continue;
    throw refuseField(['roles', String(index)], 'BASE_TYPE_CHOICES', 'This is no role of the guild.');
  }
  const after = new Set(ids);
  for (const id of ids) if (!before.includes(id)) requireGrantable(guild, acting, id);
  for (const id of before) if (!after.has(id)) requireGrantable(guild, acting, id);
  return [...after];
}

/**
 * Checks that a member may assign and remove a role.
 *
 * @throws {Refusal} UNKNOWN_ROLE, or MISSING_PERMISSIONS for @everyone, a managed role, or one that is not lower
 */
export function requireGrantable(guild: GuildState, acting: GuildMember, id: Snowflake): void {
  const role = guild.roles.get(id);
  if (role === undefined) throw new Refusal('UNKNOWN_ROLE');
  if (role.id === guild.id || role.managed || !isAboveRole(guild, acting, role)) {
    throw new Refusal('MISSING_PERMISSIONS');
  }
}

/** @throws {Refusal} UNKNOWN_MEMBER */
export function findMember(guild: GuildState, userId: Snowflake): GuildMember {
  const member = guild.members.get(userId);
  if (member === undefined) throw new Refusal('UNKNOWN_MEMBER');
  return member;
}
