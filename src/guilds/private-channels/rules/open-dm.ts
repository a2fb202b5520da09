import { CHANNEL_TYPES } from '../../../protocol/objects/channel.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { RuleContext } from '../../state.js';
import { type PrivateChannelDecision, unchanged } from '../decision.js';
import { type PrivateChannel, withRecipient } from '../private-channel.js';

/** Creates the DM of two users. It is in the list of the user who opens it; a message adds it to the other's. */
export function createDm(
  opener: Snowflake,
  partner: Snowflake,
  context: RuleContext,
): PrivateChannelDecision<PrivateChannel> {
  const channel: PrivateChannel = {
    id: context.nextId(),
    type: CHANNEL_TYPES.DM,
    name: null,
    icon: null,
    ownerId: null,
    applicationId: null,
    recipients: new Map([
      [opener, { userId: opener, nick: null, isOpen: true }],
      [partner, { userId: partner, nick: null, isOpen: false }],
    ]),
    lastMessageId: null,
    lastPinAt: null,
  };
  return { result: channel, channel, changes: [], events: [{ type: 'channelCreated', to: [opener] }] };
}

/** Adds an existing DM to the list of one of its users. */
export function reopenDm(channel: PrivateChannel, userId: Snowflake): PrivateChannelDecision<PrivateChannel> {
  const recipient = channel.recipients.get(userId);
  if (recipient === undefined || recipient.isOpen) return unchanged(channel, channel);
  const opened = withRecipient(channel, { ...recipient, isOpen: true });
  return { result: opened, channel: opened, changes: [], events: [{ type: 'channelCreated', to: [userId] }] };
}
