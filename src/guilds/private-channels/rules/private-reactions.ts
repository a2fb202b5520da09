import type { PartialEmoji } from '../../../protocol/objects/emoji.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import { emojiKey, REACTIONS_OF_MESSAGE } from '../../reactions.js';
import { Refusal } from '../../refusal.js';
import type { NewReaction } from '../../rules/add-reaction.js';
import type { Actor, RuleContext } from '../../state.js';
import { type PrivateChannelDecision, unchanged } from '../decision.js';
import type { PrivateChannel } from '../private-channel.js';

/**
 * Adds a reaction to a message of a private channel. There are no custom emojis there, except those that the message
 * already has.
 *
 * @throws {Refusal} TOO_MANY_REACTIONS, UNKNOWN_EMOJI
 */
export function addPrivateReaction(
  channel: PrivateChannel,
  actor: Actor,
  { message, emoji, emojis, own }: Omit<NewReaction, 'account' | 'channel'>,
  context: RuleContext,
): PrivateChannelDecision<null> {
  if (own) return unchanged(channel, null);
  const known = emojis.find((one) => emojiKey(one) === emojiKey(emoji));
  if (known === undefined) {
    if (emojis.length >= REACTIONS_OF_MESSAGE) throw new Refusal('TOO_MANY_REACTIONS');
    if (emoji.id !== null) throw new Refusal('UNKNOWN_EMOJI');
  }
  const shown = known ?? emoji;
  const reaction = { messageId: message.id, userId: actor.userId, emoji: shown, reactedAt: context.now };
  return {
    result: null,
    channel,
    changes: [{ kind: 'reaction', reaction }],
    events: [
      {
        type: 'reactionAdded',
        to: [...channel.recipients.keys()],
        messageId: message.id,
        userId: actor.userId,
        emoji: shown,
      },
    ],
  };
}

/** A reaction to remove; `emoji` null: there is none. */
export interface PrivateReactionRemoval {
  readonly messageId: Snowflake;
  readonly userId: Snowflake;
  readonly emoji: PartialEmoji | null;
}

/** Removes the actor's own reaction; nobody may remove those of others. @throws {Refusal} DM_CHANNEL */
export function removePrivateReaction(
  channel: PrivateChannel,
  actor: Actor,
  { messageId, userId, emoji }: PrivateReactionRemoval,
): PrivateChannelDecision<null> {
  if (userId !== actor.userId) throw new Refusal('DM_CHANNEL');
  if (emoji === null) return unchanged(channel, null);
  return {
    result: null,
    channel,
    changes: [{ kind: 'reaction-removed', messageId, userId, emoji }],
    events: [
      {
        type: 'reactionRemoved',
        to: [...channel.recipients.keys()],
        messageId,
        userId,
        emoji,
      },
    ],
  };
}
