import { AUDIT_LOG_ACTIONS } from '../../protocol/objects/audit-log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { Refusal } from '../refusal.js';
import { guildRule } from '../rule.js';
import { userOf } from '../state.js';

/** Removes a ban (docs/rest.md, Remove guild ban). @throws {Refusal} UNKNOWN_BAN */
export const removeBan = guildRule({
  permission: 'BAN_MEMBERS',
  decide({ guild }, userId: Snowflake): Decision<null> {
    if (!guild.bans.has(userId)) throw new Refusal('UNKNOWN_BAN');
    return {
      result: null,
      changes: [{ kind: 'ban-removed', userId }],
      audit: [{ action: AUDIT_LOG_ACTIONS.MEMBER_BAN_REMOVE, targetId: userId }],
      events: [{ type: 'banRemoved', user: userOf(guild, userId) }],
    };
  },
});
