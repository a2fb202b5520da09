import type { Snowflake } from '../../protocol/snowflake.js';
import { roleActions } from '../audit-log/actions.js';
import type { Decision } from '../events.js';
import { isAboveRole, requireHeldPermissions } from '../hierarchy.js';
import { NAME_LENGTHS, normalizeName } from '../names.js';
import { Refusal } from '../refusal.js';
import { guildRule } from '../rule.js';
import type { GuildRole } from '../state.js';
import type { RoleFields } from './create-role.js';

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
