import { MESSAGE_TYPES } from '../../../protocol/objects/message.js';
import { GUILD_LIMITS } from '../../limits.js';
import type { Message } from '../../message.js';
import { Refusal } from '../../refusal.js';
import type { GuildUser, RuleContext } from '../../state.js';
import { buildSystemMessage } from '../../system-message.js';
import { type PrivateChannelDecision, type PrivateChannelEvent, unchanged } from '../decision.js';
import type { PrivateChannel } from '../private-channel.js';
import { postMessage } from './private-messages.js';

/** A message to pin. */
export interface PrivatePin {
  readonly message: Message;
  readonly author: GuildUser;
  /** the number of pinned messages in the channel */
  readonly pins: number;
}

/**
 * Pins a message, with a system message in the channel; every recipient may do so. Pinning it again has no effect.
 *
 * @throws {Refusal} TOO_MANY_PINS, or SYSTEM_MESSAGE for a system message
 */
export function pinPrivateMessage(
  channel: PrivateChannel,
  { message, author, pins }: PrivatePin,
  context: RuleContext,
): PrivateChannelDecision<null> {
  if (message.pinned) return unchanged(channel, null);
  if (message.type !== MESSAGE_TYPES.DEFAULT) throw new Refusal('SYSTEM_MESSAGE');
  if (pins >= GUILD_LIMITS.PINS) throw new Refusal('TOO_MANY_PINS');
  const pinned = { ...channel, lastPinAt: context.now };
  const type = MESSAGE_TYPES.CHANNEL_PINNED_MESSAGE;
  const notice = buildSystemMessage({ channelId: channel.id, author, type }, context);
  const posted = postMessage(pinned, notice);
  return {
    result: null,
    channel: posted.channel,
    changes: [{ kind: 'message-edited', message: { ...message, pinned: true } }, ...posted.changes],
    events: [...pinEvents(pinned, { ...message, pinned: true }), ...posted.events],
  };
}

/** Unpins a message. */
export function unpinPrivateMessage(channel: PrivateChannel, message: Message): PrivateChannelDecision<null> {
  if (!message.pinned) return unchanged(channel, null);
  const unpinned = { ...message, pinned: false };
  return {
    result: null,
    channel,
    changes: [{ kind: 'message-edited', message: unpinned }],
    events: pinEvents(channel, unpinned),
  };
}

function pinEvents({ recipients }: PrivateChannel, message: Message): PrivateChannelEvent[] {
  const to = [...recipients.keys()];
  return [
    { type: 'messageUpdated', to, message },
    { type: 'pinsUpdated', to },
  ];
}
