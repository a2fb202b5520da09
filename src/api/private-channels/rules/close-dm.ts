import type { Snowflake } from '../../../protocol/snowflake.js';
import { type PrivateChannelDecision, unchanged } from '../decision.js';
import { type PrivateChannel, withRecipient } from '../private-channel.js';

/** Takes a DM out of the list of one of its users; its messages stay (docs/rest.md, Private channels). */
export function closeDm(channel: PrivateChannel, userId: Snowflake): PrivateChannelDecision<PrivateChannel> {
  const recipient = channel.recipients.get(userId);
  if (recipient === undefined || !recipient.isOpen) return unchanged(channel, channel);
  const closed = withRecipient(channel, { ...recipient, isOpen: false });
  return { result: closed, channel: closed, changes: [], events: [{ name: 'CHANNEL_DELETE', to: [userId] }] };
}
