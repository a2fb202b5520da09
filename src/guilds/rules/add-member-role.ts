import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { findMember, requireGrantable } from '../member-fields.js';
import { memberUpdate } from '../member-update.js';
import { guildRule } from '../rule.js';

/** A role to add to or remove from a member. */
export interface MemberRole {
  readonly userId: Snowflake;
  readonly roleId: Snowflake;
}

/** Adds a role to a member (docs/rest.md, Add guild member role). @throws {Refusal} */
export const addMemberRole = guildRule({
  permission: 'MANAGE_ROLES',
  decide({ guild, member: acting }, { userId, roleId }: MemberRole): Decision<null> {
    const before = findMember(guild, userId);
    requireGrantable(guild, acting, roleId);
    const roles = before.roles.includes(roleId) ? before.roles : [...before.roles, roleId];
    return { result: null, ...memberUpdate(guild, before, { ...before, roles }) };
  },
});
