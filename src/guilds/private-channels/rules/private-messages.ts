import type { PartialEmoji } from '../../../protocol/objects/emoji.js';
import { MESSAGE_TYPES } from '../../../protocol/objects/message.js';
import { ALL_PERMISSIONS } from '../../../protocol/permissions.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import {
  composeMessage,
  type EditedMessage,
  findMentionedUsers,
  type Mentions,
  type NewMessage,
  reviseMessage,
} from '../../compose-message.js';
import { GUILD_LIMITS } from '../../limits.js';
import { emojiKey, type Message, REACTIONS_OF_MESSAGE } from '../../message.js';
import { Refusal } from '../../refusal.js';
import type { NewReaction } from '../../rules/reactions.js';
import type { Actor, GuildUser, RuleContext, UserLookup } from '../../state.js';
import { buildSystemMessage } from '../../system-message.js';
import { type PrivateChannelDecision, type PrivateChannelEvent, unchanged } from '../decision.js';
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
