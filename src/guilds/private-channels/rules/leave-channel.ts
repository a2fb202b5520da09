import { CHANNEL_TYPES } from '../../../protocol/objects/channel.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Actor, GuildUser, RuleContext } from '../../state.js';
import { type PrivateChannelDecision, unchanged } from '../decision.js';
import { type PrivateChannel, withRecipient } from '../private-channel.js';
import { removeRecipient } from './change-recipients.js';

/**
 * Removes a private channel from a user's list (docs/rest.md, Private channels): a DM is closed and keeps its messages,
 * a group is left.
 *
 * @param user the actor's public data
 */
export function leaveChannel(
  channel: PrivateChannel,
  actor: Actor,
  user: GuildUser,
  context: RuleContext,
): PrivateChannelDecision<null> {
  return channel.type === CHANNEL_TYPES.DM
    ? closeDm(channel, user.id)
    : removeRecipient(channel, actor, { user, author: user }, context);
}

function closeDm(channel: PrivateChannel, userId: Snowflake): PrivateChannelDecision<null> {
  const recipient = channel.recipients.get(userId);
  if (recipient === undefined || !recipient.isOpen) return unchanged(channel, null);
  return {
    result: null,
    channel: withRecipient(channel, { ...recipient, isOpen: false }),
    changes: [],
    events: [{ type: 'channelDeleted', to: [userId] }],
  };
}
