import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { findMember, requireGrantable } from '../member-fields.js';
import { memberUpdate } from '../member-update.js';
import { requireMember } from '../permissions.js';
import type { Actor, GuildState } from '../state.js';

/** Takes a role from a member (docs/rest.md, Remove guild member role). @throws {Refusal} */
export function removeMemberRole(
  guild: GuildState,
  actor: Actor,
  userId: Snowflake,
  roleId: Snowflake,
): Decision<null> {
  const acting = requireMember(guild, actor);
  const before = findMember(guild, userId);
  requireGrantable(guild, acting, roleId);
  const roles = before.roles.filter((id) => id !== roleId);
  return { result: null, ...memberUpdate(guild, before, { ...before, roles }) };
}
