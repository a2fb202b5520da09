import { AUDIT_LOG_ACTIONS } from '../../protocol/objects/audit-log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { deleteMessages, type MessagesOfChannel } from '../deleted-messages.js';
import { combineEffects, type Decision, type Effects, NO_EFFECTS } from '../events.js';
import { isAboveMember } from '../hierarchy.js';
import { Refusal } from '../refusal.js';
import { removeMembers } from '../removal.js';
import { guildRule } from '../rule.js';
import { userOf } from '../state.js';

export interface NewBan {
  readonly userId: Snowflake;
  readonly reason: string | null;
  /** the user's messages that are deleted with the ban */
  readonly messages: readonly MessagesOfChannel[];
}

/**
 * Bans a user, who need not be a member, and deletes their recent messages (docs/rest.md, Create guild ban). A second
 * ban of the same user replaces the reason if it has one; it deletes messages and fires GUILD_BAN_ADD like the first. The
 * caller checks that the user exists.
 *
 * @throws {Refusal}
 */
export const createBan = guildRule({
  permission: 'BAN_MEMBERS',
  decide({ guild, member: acting }, { userId, reason, messages }: NewBan): Decision<null> {
    const member = guild.members.get(userId);
    if (member !== undefined && !isAboveMember(guild, acting, member))
      throw new Refusal('MISSING_PERMISSIONS');
    const deleted = deleteMessages(guild, messages);
    const gone = member === undefined ? NO_EFFECTS : removeMembers(guild, [member]);
    const before = guild.bans.get(userId);
    const isChanged = before === undefined || (reason !== null && reason !== before.reason);
    const ban: Effects = {
      changes: isChanged ? [{ kind: 'ban', ban: { userId, reason } }] : [],
      events: [],
      audit: isChanged ? [{ action: AUDIT_LOG_ACTIONS.MEMBER_BAN_ADD, targetId: userId }] : [],
    };
    return {
      result: null,
      reason,
      ...combineEffects(ban, gone, deleted),
      events: [...deleted.events, { type: 'banAdded', user: userOf(guild, userId) }, ...gone.events],
    };
  },
});

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
