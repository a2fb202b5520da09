import type { PartialEmoji } from '../../protocol/objects/emoji.js';
import type { Message } from '../../protocol/objects/message.js';
import type { Decision } from '../events.js';
import { requireChannelPermission } from '../permissions.js';
import { emojiKey, REACTIONS_OF_MESSAGE } from '../reactions.js';
import { Refusal } from '../refusal.js';
import type { Account, Actor, GuildChannel, GuildState, Tools } from '../state.js';
import { requireVerified } from '../verification.js';

export interface NewReaction {
  /** of the actor */
  readonly account: Account;
  readonly message: Message;
  readonly emoji: PartialEmoji;
  /** the emojis that the message has reactions with, as they were first sent */
  readonly emojis: readonly PartialEmoji[];
  /** whether the actor has already reacted with this emoji */
  readonly own: boolean;
}

/**
 * Reacts to a message (docs/rest.md, Create reaction). An emoji that nobody has reacted with needs ADD_REACTIONS; the
 * second reaction of the same user with it changes nothing.
 *
 * @throws {Refusal} MISSING_PERMISSIONS, or TOO_MANY_REACTIONS for one emoji too many
 */
export function addReaction(
  guild: GuildState,
  actor: Actor,
  channel: GuildChannel,
  { account, message, emoji, emojis, own }: NewReaction,
  tools: Tools,
): Decision<null> {
  const member = requireChannelPermission(guild, actor, channel, 'READ_MESSAGE_HISTORY');
  requireVerified(guild, member, account, tools.now);
  const key = emojiKey(emoji);
  // Guilds have no emojis of their own.
  if (emoji.id !== null) throw new Refusal('UNKNOWN_EMOJI');
  const known = emojis.find((one) => emojiKey(one) === key);
  if (known === undefined) {
    requireChannelPermission(guild, actor, channel, 'ADD_REACTIONS');
    if (emojis.length >= REACTIONS_OF_MESSAGE) throw new Refusal('TOO_MANY_REACTIONS');
  }
  if (own) return { result: null, changes: [], events: [] };
  const shown = known ?? emoji;
  return {
    result: null,
    changes: [
      {
        kind: 'reaction',
        reaction: { messageId: message.id, userId: actor.userId, emoji: shown, reactedAt: tools.now },
      },
    ],
    events: [
      {
        name: 'MESSAGE_REACTION_ADD',
        data: {
          user_id: actor.userId,
          channel_id: channel.id,
          message_id: message.id,
          guild_id: guild.id,
          emoji: shown,
        },
        audience: { kind: 'channel', channelId: channel.id },
      },
    ],
  };
}
