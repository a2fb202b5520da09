import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildChange } from '../changes.js';
import { deleteMessages, type MessagesOfChannel } from '../deleted-messages.js';
import { departure } from '../departure.js';
import { type Decision, NO_EFFECTS } from '../events.js';
import { isAboveMember } from '../hierarchy.js';
import { requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import { type Actor, type GuildState, userOf } from '../state.js';

export interface NewBan {
  readonly reason: string | null;
  /** the user's messages that are deleted with the ban */
  readonly messages: readonly MessagesOfChannel[];
}

/**
 * Bans a user, member or not, and deletes recent messages of theirs (docs/rest.md, Create guild ban). A second ban of the
 * same user keeps the first reason; it deletes messages and fires GUILD_BAN_ADD like the first. The caller checks that the
 * user exists.
 *
 * @throws {Refusal}
 */
export function createBan(
  guild: GuildState,
  actor: Actor,
  userId: Snowflake,
  { reason, messages }: NewBan,
): Decision<null> {
  const acting = requireMember(guild, actor);
  const member = guild.members.get(userId);
  if (member !== undefined && !isAboveMember(guild, acting, member)) throw new Refusal('MISSING_PERMISSIONS');
  const deleted = deleteMessages(guild, messages);
  const gone = member === undefined ? NO_EFFECTS : departure(guild, [member]);
  const ban: GuildChange[] = guild.bans.has(userId) ? [] : [{ kind: 'ban', ban: { userId, reason } }];
  return {
    result: null,
    changes: [...ban, ...gone.changes, ...deleted.changes],
    events: [...deleted.events, { type: 'banAdded', user: userOf(guild, userId) }, ...gone.events],
  };
}
