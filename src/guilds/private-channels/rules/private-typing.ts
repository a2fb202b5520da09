import type { Snowflake } from '../../../protocol/snowflake.js';
import { Refusal } from '../../refusal.js';
import type { RuleContext } from '../../state.js';
import type { PrivateChannelDecision } from '../decision.js';
import type { PrivateChannel } from '../private-channel.js';

/**
 * Notifies recipients with an open private channel that one of them is typing (docs/rest.md, Private channels).
 *
 * @param isReachable whether a message would be accepted
 * @throws {Refusal} CANNOT_MESSAGE_USER
 */
export function startPrivateTyping(
  channel: PrivateChannel,
  { userId, isReachable }: { userId: Snowflake; isReachable: boolean },
  context: RuleContext,
): PrivateChannelDecision<null> {
  if (!isReachable) throw new Refusal('CANNOT_MESSAGE_USER');
  const to = [...channel.recipients.values()].filter(({ isOpen }) => isOpen).map((one) => one.userId);
  return {
    result: null,
    channel,
    changes: [],
    events: [{ type: 'typingStarted', to, userId, at: context.now }],
  };
}
