import type { Decision } from '../events.js';
import { findMember, requireGrantable } from '../member-fields.js';
import { memberUpdate } from '../member-update.js';
import { guildRule } from '../rule.js';
import type { MemberRole } from './add-member-role.js';

/** Removes a role from a member (docs/rest.md, Remove guild member role). @throws {Refusal} */
export const removeMemberRole = guildRule({
  permission: 'MANAGE_ROLES',
  decide({ guild, member: acting }, { userId, roleId }: MemberRole): Decision<null> {
    const before = findMember(guild, userId);
    requireGrantable(guild, acting, roleId);
    const roles = before.roles.filter((id) => id !== roleId);
    return { result: null, ...memberUpdate(guild, before, { ...before, roles }) };
  },
});
