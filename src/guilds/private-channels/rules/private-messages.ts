import { ALL_PERMISSIONS } from '../../../protocol/permissions.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import { composeMessage, type EditedMessage, type NewMessage, reviseMessage } from '../../compose-message.js';
import { findMentionedUsers, type Mentions } from '../../mentions.js';
import type { Message } from '../../message.js';
import { Refusal } from '../../refusal.js';
import type { Actor, GuildUser, RuleContext, UserLookup } from '../../state.js';
import type { PrivateChannelDecision, PrivateChannelEvent } from '../decision.js';
import type { PrivateChannel } from '../private-channel.js';

/** A new message in a private channel. */
export interface PrivateMessageCreation {
  readonly author: GuildUser;
  readonly input: NewMessage;
  /** whether the author may message the others: in a DM, whether they share a guild */
  readonly isReachable: boolean;
  readonly users: UserLookup;
}

/**
 * Creates a message in a private channel, which opens it for all recipients (docs/rest.md, Private channels).
 *
 * @throws {Refusal} CANNOT_MESSAGE_USER, EMPTY_MESSAGE
 */
export function createPrivateMessage(
  channel: PrivateChannel,
  { author, input, isReachable, users }: PrivateMessageCreation,
  context: RuleContext,
): PrivateChannelDecision<Message> {
  if (!isReachable) throw new Refusal('CANNOT_MESSAGE_USER');
  const origin = { channelId: channel.id, author, ...rightsIn(channel, users) };
  const message = composeMessage(origin, input, context);
  return { result: message, ...postMessage(channel, message) };
}

/** Changes the content of a message; only its author may. @throws {Refusal} as `reviseMessage` */
export function editPrivateMessage(
  channel: PrivateChannel,
  actor: Actor,
  { message, input, users }: { message: Message; input: EditedMessage; users: UserLookup },
  context: RuleContext,
): PrivateChannelDecision<Message> {
  const edited = reviseMessage(message, actor, { input, ...rightsIn(channel, users) }, context);
  return {
    result: edited,
    channel,
    changes: [{ kind: 'message-edited', message: edited }],
    events: [{ type: 'messageUpdated', to: [...channel.recipients.keys()], message: edited }],
  };
}

/**
 * Deletes the actor's own message; nobody may delete those of others.
 *
 * @param before the message before it in the channel; null: none
 * @throws {Refusal} DM_CHANNEL
 */
export function deletePrivateMessage(
  channel: PrivateChannel,
  actor: Actor,
  { message: { id, author }, before }: { message: Message; before: Snowflake | null },
): PrivateChannelDecision<null> {
  if (author.id !== actor.userId) throw new Refusal('DM_CHANNEL');
  const isLast = channel.lastMessageId === id;
  return {
    result: null,
    channel: isLast ? { ...channel, lastMessageId: before } : channel,
    changes: [{ kind: 'message-removed', id, channelId: channel.id, authorId: author.id }],
    events: [{ type: 'messageDeleted', to: [...channel.recipients.keys()], messageId: id }],
  };
}

/** The changes of a new message; recipients who have closed the channel receive it before the message. */
export function postMessage(
  channel: PrivateChannel,
  message: Message,
): Omit<PrivateChannelDecision<Message>, 'result' | 'channel'> & { readonly channel: PrivateChannel } {
  const closed = [...channel.recipients.values()].filter(({ isOpen }) => !isOpen);
  const opened = closed.map((recipient) => [recipient.userId, { ...recipient, isOpen: true }] as const);
  const events: PrivateChannelEvent[] = [
    { type: 'messageCreated', to: [...channel.recipients.keys()], message },
  ];
  if (closed.length > 0) events.unshift({ type: 'channelCreated', to: closed.map(({ userId }) => userId) });
  return {
    channel: {
      ...channel,
      recipients: closed.length === 0 ? channel.recipients : new Map([...channel.recipients, ...opened]),
      lastMessageId: message.id,
    },
    changes: [{ kind: 'message', message }],
    events,
  };
}

/** In a private channel everything may be written, but only its recipients can be mentioned. */
function rightsIn(
  channel: PrivateChannel,
  users: UserLookup,
): { permissions: number; findMentions: (content: string) => Mentions } {
  const find = (id: Snowflake) => (channel.recipients.has(id) ? users.get(id) : undefined);
  return {
    permissions: ALL_PERMISSIONS,
    findMentions: (content) => ({ everyone: false, users: findMentionedUsers(content, find), roles: [] }),
  };
}
