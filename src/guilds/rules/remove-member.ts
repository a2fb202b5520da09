import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { isAboveMember } from '../hierarchy.js';
import { findMember } from '../member-fields.js';
import { Refusal } from '../refusal.js';
import { kickMembers } from '../remove-members.js';
import { guildRule } from '../rule.js';

/** Kicks a member (docs/rest.md, Remove guild member). @throws {Refusal} */
export const removeMember = guildRule({
  permission: 'KICK_MEMBERS',
  decide({ guild, member: acting }, userId: Snowflake): Decision<null> {
    const member = findMember(guild, userId);
    if (!isAboveMember(guild, acting, member)) throw new Refusal('MISSING_PERMISSIONS');
    return { result: null, ...kickMembers(guild, [member]) };
  },
});
