import { MESSAGE_TYPES } from '../../protocol/objects/message.js';
import type { Decision } from '../events.js';
import { GUILD_LIMITS } from '../limits.js';
import type { Message } from '../message.js';
import { Refusal } from '../refusal.js';
import { channelRule } from '../rule.js';
import type { GuildChannel } from '../state.js';
import { sendSystemMessage } from '../system-message.js';

/** A message to pin. */
export interface MessagePin {
  readonly message: Message;
  /** the number of pinned messages in the channel */
  readonly pins: number;
}

/**
 * Pins a message, with a system message in the channel (docs/rest.md, Add pinned channel message). Pinning it again has
 * no effect.
 *
 * @throws {Refusal} TOO_MANY_PINS, or SYSTEM_MESSAGE for a system message
 */
export const pinMessage = channelRule({
  permission: 'MANAGE_MESSAGES',
  decide(context, { message, pins }: MessagePin): Decision<null> {
    const { guild, channel, actor, now } = context;
    if (message.pinned) return { result: null, changes: [], events: [] };
    if (message.type !== MESSAGE_TYPES.DEFAULT) throw new Refusal('SYSTEM_MESSAGE');
    if (pins >= GUILD_LIMITS.PINS) throw new Refusal('TOO_MANY_PINS');
    const pinned = { ...channel, lastPinAt: now };
    const change = pinChange(pinned, message, true);
    const notice = sendSystemMessage(
      guild,
      { channelId: channel.id, authorId: actor.userId, type: MESSAGE_TYPES.CHANNEL_PINNED_MESSAGE },
      context,
    );
    return {
      result: null,
      changes: [{ kind: 'channel', channel: pinned }, ...change.changes, ...notice.changes],
      events: [...change.events, ...notice.events],
    };
  },
});

/** Unpins a message (docs/rest.md, Delete pinned channel message). @throws {Refusal} */
export const unpinMessage = channelRule({
  permission: 'MANAGE_MESSAGES',
  decide({ channel }, message: Message): Decision<null> {
    if (!message.pinned) return { result: null, changes: [], events: [] };
    return { result: null, ...pinChange(channel, message, false) };
  },
});

function pinChange(
  channel: GuildChannel,
  before: Message,
  pinned: boolean,
): Pick<Decision<null>, 'changes' | 'events'> {
  const message = { ...before, pinned };
  return {
    changes: [{ kind: 'message-edited', message }],
    events: [
      { type: 'messageUpdated', channelId: channel.id, message },
      { type: 'channelPinsUpdated', channelId: channel.id, lastPinAt: channel.lastPinAt },
    ],
  };
}
