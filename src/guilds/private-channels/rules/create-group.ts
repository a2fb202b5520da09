import { CHANNEL_TYPES } from '../../../protocol/objects/channel.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import { Refusal } from '../../refusal.js';
import type { Actor, RuleContext } from '../../state.js';
import type { PrivateChannelDecision } from '../decision.js';
import { PRIVATE_CHANNEL_LIMITS, type PrivateChannel, type Recipient } from '../private-channel.js';

/** The recipients of a new group. */
export interface NewGroup {
  /** include the actor, unless the actor is a bot */
  readonly userIds: readonly Snowflake[];
  readonly nicks: ReadonlyMap<Snowflake, string>;
}

/**
 * Creates a group (docs/rest.md, Groups); its creator owns it.
 *
 * @throws {Refusal} TOO_MANY_RECIPIENTS
 */
export function createGroup(
  { userId, applicationId }: Actor,
  { userIds, nicks }: NewGroup,
  context: RuleContext,
): PrivateChannelDecision<PrivateChannel> {
  const recipients = new Map(
    userIds.map((id): [Snowflake, Recipient] => [
      id,
      { userId: id, nick: nicks.get(id) ?? null, isOpen: true },
    ]),
  );
  if (recipients.size > PRIVATE_CHANNEL_LIMITS.RECIPIENTS) throw new Refusal('TOO_MANY_RECIPIENTS');
  const channel: PrivateChannel = {
    id: context.nextId(),
    type: CHANNEL_TYPES.GROUP_DM,
    name: null,
    icon: null,
    ownerId: userId,
    applicationId,
    recipients,
    lastMessageId: null,
    lastPinAt: null,
  };
  return {
    result: channel,
    channel,
    changes: [],
    events: [{ type: 'channelCreated', to: [...recipients.keys()] }],
  };
}
