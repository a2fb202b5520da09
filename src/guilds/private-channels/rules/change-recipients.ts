import { CHANNEL_TYPES } from '../../../protocol/objects/channel.js';
import { MESSAGE_TYPES } from '../../../protocol/objects/message.js';
import { Refusal } from '../../refusal.js';
import type { Actor, GuildUser, RuleContext } from '../../state.js';
import { buildSystemMessage } from '../../system-message.js';
import { type PrivateChannelDecision, type PrivateChannelEvent, unchanged } from '../decision.js';
import { PRIVATE_CHANNEL_LIMITS, type PrivateChannel, withRecipient } from '../private-channel.js';
import { postMessage } from './private-messages.js';

/** A recipient to add to or remove from a group. */
export interface RecipientChange {
  readonly user: GuildUser;
  /** the actor, who is the author of the message about it */
  readonly author: GuildUser;
}

/**
 * Adds a recipient to a group; every recipient may do so (docs/rest.md, Groups). Existing recipients stay unchanged.
 *
 * @throws {Refusal} DM_CHANNEL, TOO_MANY_RECIPIENTS
 */
export function addRecipient(
  channel: PrivateChannel,
  { user, author, nick }: RecipientChange & { readonly nick: string | null },
  context: RuleContext,
): PrivateChannelDecision<null> {
  requireGroup(channel);
  if (channel.recipients.has(user.id)) return unchanged(channel, null);
  if (channel.recipients.size >= PRIVATE_CHANNEL_LIMITS.RECIPIENTS) throw new Refusal('TOO_MANY_RECIPIENTS');
  const grown = withRecipient(channel, { userId: user.id, nick, isOpen: true });
  const notice = notify(grown, MESSAGE_TYPES.RECIPIENT_ADD, { user, author }, context);
  return {
    result: null,
    ...notice,
    events: [
      { type: 'recipientAdded', to: [...channel.recipients.keys()], user, nick },
      { type: 'channelCreated', to: [user.id] },
      ...notice.events,
    ],
  };
}

/**
 * Removes a recipient from a group: oneself, or others as its owner. A group whose owner leaves gets another one; when
 * the last recipient leaves it is deleted.
 *
 * @throws {Refusal} DM_CHANNEL, UNKNOWN_USER, MISSING_PERMISSIONS
 */
export function removeRecipient(
  channel: PrivateChannel,
  actor: Actor,
  { user, author }: RecipientChange,
  context: RuleContext,
): PrivateChannelDecision<null> {
  requireGroup(channel);
  if (user.id !== actor.userId && channel.ownerId !== actor.userId) throw new Refusal('MISSING_PERMISSIONS');
  if (!channel.recipients.has(user.id)) throw new Refusal('UNKNOWN_USER');
  const recipients = new Map([...channel.recipients].filter(([id]) => id !== user.id));
  const [heir] = recipients.keys();
  const gone: PrivateChannelEvent = { type: 'channelDeleted', to: [user.id] };
  if (heir === undefined) return { result: null, channel: null, changes: [], events: [gone] };
  const isLed = channel.ownerId !== user.id;
  const left: PrivateChannel = { ...channel, recipients, ownerId: isLed ? channel.ownerId : heir };
  const notice = notify(left, MESSAGE_TYPES.RECIPIENT_REMOVE, { user, author }, context);
  const to = [...recipients.keys()];
  return {
    result: null,
    ...notice,
    events: [
      { type: 'recipientRemoved', to, user },
      gone,
      ...(isLed ? [] : [{ type: 'channelUpdated', to } as const]),
      ...notice.events,
    ],
  };
}

/** @throws {Refusal} DM_CHANNEL: the users of a DM are always the same two */
export function requireGroup({ type }: PrivateChannel): void {
  if (type !== CHANNEL_TYPES.GROUP_DM) throw new Refusal('DM_CHANNEL');
}

function notify(
  channel: PrivateChannel,
  type: typeof MESSAGE_TYPES.RECIPIENT_ADD | typeof MESSAGE_TYPES.RECIPIENT_REMOVE,
  { user, author }: RecipientChange,
  context: RuleContext,
): Pick<PrivateChannelDecision<null>, 'channel' | 'changes' | 'events'> {
  const origin = { channelId: channel.id, author, type };
  return postMessage(channel, { ...buildSystemMessage(origin, context), mentions: [user] });
}
