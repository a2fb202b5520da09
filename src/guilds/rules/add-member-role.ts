import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { findMember, requireGrantable } from '../member-fields.js';
import { memberUpdate } from '../member-update.js';
import { requireMember } from '../permissions.js';
import type { Actor, GuildState } from '../state.js';

/** Gives a member a role (docs/rest.md, Add guild member role). @throws {Refusal} */
export function addMemberRole(
  guild: GuildState,
  actor: Actor,
  userId: Snowflake,
  roleId: Snowflake,
): Decision<null> {
  const acting = requireMember(guild, actor);
  const before = findMember(guild, userId);
  requireGrantable(guild, acting, roleId);
  const roles = before.roles.includes(roleId) ? before.roles : [...before.roles, roleId];
  return { result: null, ...memberUpdate(guild, before, { ...before, roles }) };
}
