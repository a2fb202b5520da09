import type { PartialEmoji } from '../../protocol/objects/emoji.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import type { Message } from '../message.js';
import { requireChannelPermission, requireMember } from '../permissions.js';
import type { Actor, GuildChannel, GuildState } from '../state.js';

/** A user's reaction to a message of a channel. */
export interface ReactionRemoval {
  readonly channel: GuildChannel;
  readonly message: Message;
  readonly userId: Snowflake;
  /** as it was first sent; null: the user has not reacted with it */
  readonly emoji: PartialEmoji | null;
}

/**
 * Removes a user's reaction: the actor's own, or another's with MANAGE_MESSAGES (docs/rest.md, Delete own reaction).
 *
 * @throws {Refusal}
 */
export function removeReaction(
  guild: GuildState,
  actor: Actor,
  { channel, message, userId, emoji }: ReactionRemoval,
): Decision<null> {
  requireMember(guild, actor);
  if (userId !== actor.userId) requireChannelPermission(guild, actor, channel, 'MANAGE_MESSAGES');
  if (emoji === null) return { result: null, changes: [], events: [] };
  return {
    result: null,
    changes: [{ kind: 'reaction-removed', messageId: message.id, userId, emoji }],
    events: [{ type: 'reactionRemoved', channelId: channel.id, messageId: message.id, userId, emoji }],
  };
}

/** Removes all reactions to a message (docs/rest.md, Delete all reactions). @throws {Refusal} */
export function removeAllReactions(
  guild: GuildState,
  actor: Actor,
  channel: GuildChannel,
  message: Message,
): Decision<null> {
  requireChannelPermission(guild, actor, channel, 'MANAGE_MESSAGES');
  return {
    result: null,
    changes: [{ kind: 'reactions-removed', messageId: message.id }],
    events: [{ type: 'reactionsCleared', channelId: channel.id, messageId: message.id }],
  };
}
