import type { PermissionName } from '../../protocol/permissions.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { isAboveRole } from '../hierarchy.js';
import { requireGuildPermission, requireMember } from '../permissions.js';
import { Refusal, refuseField } from '../refusal.js';
import type { Actor, GuildMember, GuildState, Tools } from '../state.js';
import { memberToWire } from '../wire.js';

/** What a new member may be given. */
export interface NewMember {
  readonly nick?: string | null | undefined;
  readonly roles?: readonly Snowflake[] | undefined;
  readonly mute?: boolean | undefined;
  readonly deaf?: boolean | undefined;
}

/** Each field of a member with the permission that setting it needs (interface.md, Add and Modify guild member). */
export const MEMBER_FIELD_PERMISSIONS = {
  nick: 'MANAGE_NICKNAMES',
  roles: 'MANAGE_ROLES',
  mute: 'MUTE_MEMBERS',
  deaf: 'DEAFEN_MEMBERS',
} as const satisfies Record<keyof NewMember, PermissionName>;

/**
 * Makes a user a member (interface.md, Guild REST operations: Add guild member). That the user agreed, with an access
 * token, is for the caller to see to.
 *
 * @returns the new member, or null if the user is one already, who then stays as is
 * @throws {Refusal}
 */
export function addMember(
  guild: GuildState,
  actor: Actor,
  userId: Snowflake,
  input: NewMember,
  tools: Tools,
): Decision<GuildMember | null> {
  const acting = requireMember(guild, actor);
  if (guild.members.has(userId)) return { result: null, changes: [], events: [] };
  requireFieldPermissions(guild, actor, input);
  const member: GuildMember = {
    userId,
    nick: input.nick === '' ? null : (input.nick ?? null),
    roles: grantableRoles(guild, acting, input.roles ?? []),
    joinedAt: tools.now,
    deaf: input.deaf ?? false,
    mute: input.mute ?? false,
  };
  return {
    result: member,
    changes: [{ kind: 'member', member }],
    events: [
      {
        name: 'GUILD_MEMBER_ADD',
        data: { ...memberToWire(guild, member), guild_id: guild.id },
        audience: { kind: 'guild', except: userId },
      },
      { name: 'GUILD_CREATE', userId },
    ],
  };
}

/** @throws {Refusal} if the actor lacks the permission for a field that is given */
export function requireFieldPermissions(guild: GuildState, actor: Actor, input: NewMember): void {
  for (const [field, permission] of Object.entries(MEMBER_FIELD_PERMISSIONS)) {
    const value = input[field as keyof NewMember];
    if (value !== undefined && value !== null) requireGuildPermission(guild, actor, permission);
  }
}

/** The roles without repeats. @throws {Refusal} if one is not the guild's or not below the granting member's highest */
function grantableRoles(
  guild: GuildState,
  acting: GuildMember,
  ids: readonly Snowflake[],
): readonly Snowflake[] {
  for (const [index, id] of ids.entries()) {
    const role = guild.roles.get(id);
    if (role === undefined || id === guild.id) {
      throw refuseField(['roles', String(index)], 'BASE_TYPE_CHOICES', 'This is no role of the guild.');
    }
    if (role.managed || !isAboveRole(guild, acting, role)) throw new Refusal('MISSING_PERMISSIONS');
  }
  return [...new Set(ids)];
}
