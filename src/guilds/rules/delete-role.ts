import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { requireGrantable } from '../member-fields.js';
import { requireMember } from '../permissions.js';
import { roleRemoval } from '../role-removal.js';
import type { Actor, GuildState } from '../state.js';

/**
 * Deletes a role (docs/rest.md, Delete guild role), takes it from its members and out of the channels.
 *
 * @throws {Refusal} UNKNOWN_ROLE, or MISSING_PERMISSIONS for @everyone, a managed role, or one that is not lower
 */
export function deleteRole(guild: GuildState, actor: Actor, id: Snowflake): Decision<null> {
  requireGrantable(guild, requireMember(guild, actor), id);
  return { result: null, ...roleRemoval(guild, id) };
}
