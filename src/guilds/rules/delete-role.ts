import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { requireGrantable } from '../member-fields.js';
import { roleRemoval } from '../role-removal.js';
import { guildRule } from '../rule.js';

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
