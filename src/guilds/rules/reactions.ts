import type { PartialEmoji } from '../../protocol/objects/emoji.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { emojiKey, type Message, REACTIONS_OF_MESSAGE } from '../message.js';
import { requireChannelPermission } from '../permissions.js';
import { Refusal } from '../refusal.js';
import { channelRule } from '../rule.js';
import type { Account, GuildMember, GuildState } from '../state.js';
import { requireVerified } from './messages.js';

/** A reaction to a message of a channel. */
export interface NewReaction {
  /** of the actor */
  readonly account: Account;
  readonly message: Message;
  readonly emoji: PartialEmoji;
  /** the emojis of the message's reactions, as first sent */
  readonly emojis: readonly PartialEmoji[];
  /** whether the actor has already reacted with this emoji */
  readonly own: boolean;
}

/**
 * Adds a reaction to a message (docs/rest.md, Create reaction). A new emoji needs ADD_REACTIONS; repeating one's own
 * reaction has no effect.
 *
 * @throws {Refusal} MISSING_PERMISSIONS, or TOO_MANY_REACTIONS
 */
export const addReaction = channelRule({
  permission: 'READ_MESSAGE_HISTORY',
  decide(
    { guild, channel, actor, member, now },
    { account, message, emoji, emojis, own }: NewReaction,
  ): Decision<null> {
    requireVerified(guild, member, account, now);
    const key = emojiKey(emoji);
    const known = emojis.find((one) => emojiKey(one) === key);
    if (known === undefined) {
      requireChannelPermission(guild, actor, channel, 'ADD_REACTIONS');
      if (emojis.length >= REACTIONS_OF_MESSAGE) throw new Refusal('TOO_MANY_REACTIONS');
    }
    if (own) return { result: null, changes: [], events: [] };
    const shown = known ?? usableEmoji(guild, member, emoji);
    return {
      result: null,
      changes: [
        {
          kind: 'reaction',
          reaction: { messageId: message.id, userId: actor.userId, emoji: shown, reactedAt: now },
        },
      ],
      events: [
        {
          type: 'reactionAdded',
          channelId: channel.id,
          messageId: message.id,
          userId: actor.userId,
          emoji: shown,
        },
      ],
    };
  },
});

/**
 * Checks a new emoji on a message: Unicode, or one of the guild's that the member may use.
 *
 * @throws {Refusal} UNKNOWN_EMOJI, or MISSING_PERMISSIONS for one restricted to roles that the member does not have
 */
function usableEmoji(guild: GuildState, member: GuildMember, emoji: PartialEmoji): PartialEmoji {
  if (emoji.id === null) return emoji;
  const own = guild.emojis.get(emoji.id);
  if (own === undefined) throw new Refusal('UNKNOWN_EMOJI');
  const isFor = own.roles.length === 0 || own.roles.some((role) => member.roles.includes(role));
  if (!isFor) throw new Refusal('MISSING_PERMISSIONS');
  return { id: own.id, name: own.name, animated: own.animated };
}

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
