import type { PartialEmoji } from '../../protocol/objects/emoji.js';
import type { Decision } from '../events.js';
import type { Message } from '../message.js';
import { requireChannelPermission } from '../permissions.js';
import { emojiKey, REACTIONS_OF_MESSAGE } from '../reactions.js';
import { Refusal } from '../refusal.js';
import { channelRule } from '../rule.js';
import type { Account, GuildMember, GuildState } from '../state.js';
import { requireVerified } from '../verification.js';

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
 * Adds a reaction to a message (docs/rest.md, Create reaction). A new emoji needs ADD_REACTIONS; repeating the own
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
