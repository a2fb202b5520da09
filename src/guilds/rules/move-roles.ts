import type { Snowflake } from '../../protocol/snowflake.js';
import { roleActions } from '../audit-log/actions.js';
import type { Decision } from '../events.js';
import { isAboveRole, rolesInOrder } from '../hierarchy.js';
import { Refusal, refuseField } from '../refusal.js';
import { guildRule } from '../rule.js';
import type { GuildMember, GuildRole, GuildState } from '../state.js';

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
