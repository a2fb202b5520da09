import type { Snowflake } from '../../protocol/snowflake.js';
import { banEventData } from '../ban-event-data.js';
import type { GuildChange } from '../changes.js';
import { departure } from '../departure.js';
import type { Decision } from '../events.js';
import { isAboveMember } from '../hierarchy.js';
import { requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Actor, GuildState } from '../state.js';

export interface NewBan {
  readonly reason: string | null;
  /** the messages that go, too; null: none */
  readonly messages: BannedMessages | null;
}

/** An author's messages from an id on. */
export interface BannedMessages {
  readonly from: Snowflake;
  /** channels whose newest message is one of them, and the newest that stays */
  readonly newest: readonly {
    readonly channelId: Snowflake;
    readonly now: Snowflake;
    readonly then: Snowflake | null;
  }[];
}

/**
 * Bans a user, member or not (interface.md, Guild REST operations: Create ban). A second ban of the same user says
 * nothing new: the first reason stays. That the user exists is for the caller to see to.
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
  const changes = messages === null ? [] : messagesRemoved(guild, userId, messages);
  if (guild.bans.has(userId)) return { result: null, changes, events: [] };
  const gone = member === undefined ? { changes: [], events: [] } : departure(guild, [member]);
  return {
    result: null,
    changes: [{ kind: 'ban', ban: { userId, reason } }, ...gone.changes, ...changes],
    events: [
      {
        name: 'GUILD_BAN_ADD',
        data: banEventData(guild, userId),
        audience: { kind: 'guild', except: userId },
      },
      ...gone.events,
    ],
  };
}

function messagesRemoved(
  guild: GuildState,
  authorId: Snowflake,
  { from, newest }: BannedMessages,
): GuildChange[] {
  const changes: GuildChange[] = [{ kind: 'messages-removed', authorId, from }];
  for (const { channelId, now, then } of newest) {
    // Somebody may have written since the look into the store.
    if (guild.channels.get(channelId)?.last_message_id !== now) continue;
    changes.push({ kind: 'last-message', channelId, messageId: then });
  }
  return changes;
}
