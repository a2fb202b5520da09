import type { Snowflake } from '../../protocol/snowflake.js';
import { roleActions } from '../audit-log/actions.js';
import type { Decision, Effects } from '../events.js';
import { isAboveRole, requireHeldPermissions, rolesInOrder } from '../hierarchy.js';
import { GUILD_LIMITS } from '../limits.js';
import { requireGrantable } from '../member-fields.js';
import { NAME_LENGTHS, normalizeName } from '../names.js';
import { Refusal, refuseField } from '../refusal.js';
import { roleRemoval } from '../removal.js';
import { guildRule } from '../rule.js';
import type { GuildMember, GuildRole, GuildState, RuleContext } from '../state.js';

/** The input of a role. */
export interface RoleFields {
  readonly name?: string | undefined;
  /** bits of `PERMISSIONS` */
  readonly permissions?: number | undefined;
  readonly color?: number | undefined;
  readonly hoist?: boolean | undefined;
  readonly mentionable?: boolean | undefined;
}

/**
 * Creates a role just above @everyone (docs/rest.md, Create guild role).
 *
 * @throws {Refusal} TOO_MANY_ROLES, or MISSING_PERMISSIONS for permissions that the actor does not have
 */
export const createRole = guildRule({
  permission: 'MANAGE_ROLES',
  decide(context, input: RoleFields): Decision<GuildRole> {
    const { guild, member } = context;
    const everyone = guild.roles.get(guild.id)?.permissions ?? 0;
    const permissions = input.permissions ?? everyone;
    requireHeldPermissions(guild, member, permissions);
    const fields = {
      name: roleName(input.name, ['name']),
      color: input.color ?? 0,
      hoist: input.hoist ?? false,
      permissions,
      managed: false,
      mentionable: input.mentionable ?? false,
    };
    const { role, ...effects } = newRole(guild, fields, context);
    return { result: role, ...effects };
  },
});

/** The name of a new role. @param path location in the request @throws {Refusal} INVALID_FORM_BODY */
export function roleName(name: string | undefined, path: readonly string[]): string {
  return name === undefined ? 'new role' : normalizeName(name, NAME_LENGTHS.role, path);
}

/**
 * Changes and events of a new role just above @everyone.
 *
 * @param except a member who does not receive the event
 * @throws {Refusal} TOO_MANY_ROLES
 */
export function newRole(
  guild: GuildState,
  fields: Omit<GuildRole, 'id' | 'position'>,
  context: RuleContext,
  except?: Snowflake,
): Effects & { role: GuildRole } {
  if (guild.roles.size >= GUILD_LIMITS.ROLES) throw new Refusal('TOO_MANY_ROLES');
  // Of roles at one position the youngest is the lowest, so it is below all others.
  const role: GuildRole = { id: context.nextId(), position: 1, ...fields };
  return {
    role,
    changes: [{ kind: 'role', role }],
    events: [{ type: 'roleCreated', role, ...(except !== undefined && { except }) }],
    audit: roleActions(null, role),
  };
}

/** The changes of a role. */
export interface RoleUpdate {
  readonly id: Snowflake;
  readonly fields: RoleFields;
}

/**
 * Changes a role below the actor's highest (docs/rest.md, Modify guild role). Existing permissions may stay, new ones
 * must be the actor's own. @everyone keeps its name.
 *
 * @throws {Refusal} UNKNOWN_ROLE or MISSING_PERMISSIONS
 */
export const modifyRole = guildRule({
  permission: 'MANAGE_ROLES',
  decide({ guild, member }, { id, fields: input }: RoleUpdate): Decision<GuildRole> {
    const before = guild.roles.get(id);
    if (before === undefined) throw new Refusal('UNKNOWN_ROLE');
    if (!isAboveRole(guild, member, before)) throw new Refusal('MISSING_PERMISSIONS');
    const permissions = input.permissions ?? before.permissions;
    requireHeldPermissions(guild, member, permissions & ~before.permissions);
    const role: GuildRole = {
      ...before,
      name: changedName(before, guild.id, input.name),
      permissions,
      color: input.color ?? before.color,
      hoist: input.hoist ?? before.hoist,
      mentionable: input.mentionable ?? before.mentionable,
    };
    return {
      result: role,
      changes: [{ kind: 'role', role }],
      events: [{ type: 'roleUpdated', role }],
      audit: roleActions(before, role),
    };
  },
});

function changedName(before: GuildRole, everyone: Snowflake, name: string | undefined): string {
  if (before.id === everyone || name === undefined) return before.name;
  return normalizeName(name, NAME_LENGTHS.role, ['name']);
}

/** The new position of a role: 0 is @everyone; a higher number means a higher role. */
export interface RolePosition {
  readonly id: Snowflake;
  readonly position: number;
}

/**
 * Sorts roles (docs/rest.md, guilds). The given roles move to their positions, the others fill the remaining ones;
 * positions then count from 0 without gaps. Only roles below the actor's highest may change their order, and only below
 * it.
 *
 * @returns all roles, from the lowest to the highest
 * @throws {Refusal} MISSING_PERMISSIONS, or INVALID_FORM_BODY for an unknown role
 */
export const moveRoles = guildRule({
  permission: 'MANAGE_ROLES',
  decide({ guild, member }, positions: readonly RolePosition[]): Decision<GuildRole[]> {
    const before = rolesInOrder(guild);
    const after = sorted(guild, before, positions);
    requireOwnOrder(guild, member, before, after);
    const roles = after.map((role, position) => (role.position === position ? role : { ...role, position }));
    const changed = roles.filter((role) => guild.roles.get(role.id) !== role);
    return {
      result: roles,
      changes: changed.map((role) => ({ kind: 'role', role })),
      events: changed.map((role) => ({ type: 'roleUpdated', role })),
      audit: changed.flatMap((role) => roleActions(guild.roles.get(role.id) ?? null, role)),
    };
  },
});

function sorted(
  guild: GuildState,
  before: readonly GuildRole[],
  positions: readonly RolePosition[],
): GuildRole[] {
  const wanted = new Map<Snowflake, number>();
  for (const [index, { id, position }] of positions.entries()) {
    if (!guild.roles.has(id)) {
      throw refuseField([String(index), 'id'], 'BASE_TYPE_CHOICES', 'This is no role of the guild.');
    }
    // @everyone always stays at position 0.
    if (id !== guild.id) wanted.set(id, position);
  }
  const after = before.filter(({ id }) => !wanted.has(id));
  const moved = before
    .filter(({ id }) => wanted.has(id))
    .sort((a, b) => (wanted.get(a.id) ?? 0) - (wanted.get(b.id) ?? 0));
  let lowest = 1;
  for (const role of moved) {
    const at = Math.max(lowest, Math.min(wanted.get(role.id) ?? 0, after.length));
    after.splice(at, 0, role);
    lowest = at + 1;
  }
  return after;
}

/** The order from the actor's highest role upwards must not change. */
function requireOwnOrder(
  guild: GuildState,
  acting: GuildMember,
  before: readonly GuildRole[],
  after: readonly GuildRole[],
): void {
  for (const [index, role] of before.entries()) {
    if (!isAboveRole(guild, acting, role) && after[index]?.id !== role.id) {
      throw new Refusal('MISSING_PERMISSIONS');
    }
  }
}

/**
 * Deletes a role (docs/rest.md, Delete guild role), also from members and overwrites.
 *
 * @throws {Refusal} UNKNOWN_ROLE, or MISSING_PERMISSIONS for @everyone, a managed role, or one that is not lower
 */
export const deleteRole = guildRule({
  permission: 'MANAGE_ROLES',
  decide({ guild, member }, id: Snowflake): Decision<null> {
    requireGrantable(guild, member, id);
    return { result: null, ...roleRemoval(guild, id) };
  },
});
