import { AUDIT_LOG_ACTIONS } from '../../protocol/objects/audit-log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import { type Actor, type GuildState, userOf } from '../state.js';

/** Lets a banned user come back (docs/rest.md, Remove guild ban). @throws {Refusal} UNKNOWN_BAN */
export function removeBan(guild: GuildState, actor: Actor, userId: Snowflake): Decision<null> {
  requireMember(guild, actor);
  if (!guild.bans.has(userId)) throw new Refusal('UNKNOWN_BAN');
  return {
    result: null,
    changes: [{ kind: 'ban-removed', userId }],
    audit: [{ action: AUDIT_LOG_ACTIONS.MEMBER_BAN_REMOVE, targetId: userId }],
    events: [{ type: 'banRemoved', user: userOf(guild, userId) }],
  };
}
