import type { PartialEmoji } from '../../protocol/objects/emoji.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import type { Message } from '../message.js';
import { requireChannelPermission } from '../permissions.js';
import { channelRule } from '../rule.js';

/** A reaction to remove. */
export interface ReactionRemoval {
  readonly message: Message;
  readonly userId: Snowflake;
  /** as first sent; null: the user has not reacted with it */
  readonly emoji: PartialEmoji | null;
}

/**
 * Removes a user's reaction: the actor's own, or another's with MANAGE_MESSAGES (docs/rest.md, Delete own reaction).
 *
 * @throws {Refusal}
 */
export const removeReaction = channelRule({
  permission: null,
  decide({ guild, channel, actor }, { message, userId, emoji }: ReactionRemoval): Decision<null> {
    if (userId !== actor.userId) requireChannelPermission(guild, actor, channel, 'MANAGE_MESSAGES');
    if (emoji === null) return { result: null, changes: [], events: [] };
    return {
      result: null,
      changes: [{ kind: 'reaction-removed', messageId: message.id, userId, emoji }],
      events: [{ type: 'reactionRemoved', channelId: channel.id, messageId: message.id, userId, emoji }],
    };
  },
});

/** Removes all reactions to a message (docs/rest.md, Delete all reactions). @throws {Refusal} */
export const removeAllReactions = channelRule({
  permission: 'MANAGE_MESSAGES',
  decide({ channel }, message: Message): Decision<null> {
    return {
      result: null,
      changes: [{ kind: 'reactions-removed', messageId: message.id }],
      events: [{ type: 'reactionsCleared', channelId: channel.id, messageId: message.id }],
    };
  },
});
