import { AUDIT_LOG_ACTIONS } from '../../protocol/objects/audit-log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { isAboveMember } from '../hierarchy.js';
import { removeMembers } from '../remove-members.js';
import { guildRule } from '../rule.js';
import type { GuildMember, GuildState } from '../state.js';

const DAY = 86_400_000;

/** The criteria of a prune. */
export interface Pruning {
  /** days of inactivity */
  readonly days: number;
  /** the last activity of a user, in milliseconds since the Unix epoch; 0: never */
  lastSeen(userId: Snowflake): number;
}

/** The time since which those whom a prune removes were inactive, in milliseconds since the Unix epoch. */
export function pruneSince({ days, now }: Pick<Pruning, 'days'> & { readonly now: number }): number {
  return now - days * DAY;
}

/**
 * The members that a prune removes: without roles, inactive and members for that many days, and below the actor
 * (docs/rest.md, Begin guild prune).
 */
export function prunableMembers(
  guild: GuildState,
  acting: GuildMember,
  pruning: Pruning & { /** milliseconds since the Unix epoch */ readonly now: number },
): GuildMember[] {
  const since = pruneSince(pruning);
  const found: GuildMember[] = [];
  for (const member of guild.members.values()) {
    if (member.roles.length > 0 || member.joinedAt > since) continue;
    if (pruning.lastSeen(member.userId) > since) continue;
    if (isAboveMember(guild, acting, member)) found.push(member);
  }
  return found;
}

/** Removes inactive members. @returns their number */
export const pruneMembers = guildRule({
  permission: 'KICK_MEMBERS',
  decide({ guild, member, now }, { days, lastSeen }: Pruning): Decision<number> {
    const members = prunableMembers(guild, member, { days, now, lastSeen });
    const options = { deleteMemberDays: String(days), membersRemoved: String(members.length) };
    const { changes, events } = removeMembers(guild, members);
    // One audit log entry for all of them.
    const audit = [{ action: AUDIT_LOG_ACTIONS.MEMBER_PRUNE, targetId: null, options }];
    return { result: members.length, changes, events, ...(members.length > 0 && { audit }) };
  },
});
