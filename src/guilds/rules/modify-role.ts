import type { Snowflake } from '../../protocol/snowflake.js';
import { roleActions } from '../audit-log/actions.js';
import type { Decision } from '../events.js';
import { isAboveRole, requireHeld } from '../hierarchy.js';
import { NAME_LENGTHS, normalizeName } from '../names.js';
import { requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Actor, GuildRole, GuildState } from '../state.js';
import type { RoleFields } from './create-role.js';

/**
 * Changes a role below one's own highest (docs/rest.md, Modify guild role). Permissions it has already
 * may stay, new ones must be held. @everyone keeps its name.
 *
 * @throws {Refusal} UNKNOWN_ROLE or MISSING_PERMISSIONS
 */
export function modifyRole(
  guild: GuildState,
  actor: Actor,
  id: Snowflake,
  input: RoleFields,
): Decision<GuildRole> {
  const acting = requireMember(guild, actor);
  const before = guild.roles.get(id);
  if (before === undefined) throw new Refusal('UNKNOWN_ROLE');
  if (!isAboveRole(guild, acting, before)) throw new Refusal('MISSING_PERMISSIONS');
  const permissions = input.permissions ?? before.permissions;
  requireHeld(guild, acting, permissions & ~before.permissions);
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
}

function changedName(before: GuildRole, everyone: Snowflake, name: string | undefined): string {
  if (before.id === everyone || name === undefined) return before.name;
  return normalizeName(name, NAME_LENGTHS.role, ['name']);
}
