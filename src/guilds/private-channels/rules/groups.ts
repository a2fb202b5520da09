import { CHANNEL_TYPES } from '../../../protocol/objects/channel.js';
import { MESSAGE_TYPES, type MessageType } from '../../../protocol/objects/message.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { ImageChange, MessageChange } from '../../changes.js';
import { imageChanges, newImage } from '../../image-changes.js';
import { NAME_LENGTHS, normalizeName } from '../../names.js';
import { Refusal } from '../../refusal.js';
import type { Actor, GuildUser, ImageInput, RuleContext } from '../../state.js';
import { buildSystemMessage } from '../../system-message.js';
import { type PrivateChannelDecision, type PrivateChannelEvent, unchanged } from '../decision.js';
import {
  PRIVATE_CHANNEL_LIMITS,
  type PrivateChannel,
  type Recipient,
  withRecipient,
} from '../private-channel.js';
import { postMessage } from './private-messages.js';

/** The changes of a group; undefined leaves a field unchanged, null removes it. */
export interface ModifiedGroup {
  readonly name: string | null | undefined;
  readonly icon: ImageInput | null | undefined;
  /** the actor, who is the author of the messages about it */
  readonly author: GuildUser;
}

/**
 * Changes name and image of a group; every recipient may do so (docs/rest.md, Groups).
 *
 * @throws {Refusal} DM_CHANNEL, INVALID_FORM_BODY
 */
export function modifyGroup(
  channel: PrivateChannel,
  { name: newName, icon: input, author }: ModifiedGroup,
  context: RuleContext,
): PrivateChannelDecision<PrivateChannel> {
  requireGroup(channel);
  const icon = newImage('icon', channel.icon, input);
  const modified: PrivateChannel = {
    ...channel,
    name: newName === undefined ? channel.name : readName(newName),
    icon: icon === undefined ? channel.icon : (icon?.hash ?? null),
  };
  const isRenamed = modified.name !== channel.name;
  const hasNewIcon = modified.icon !== channel.icon;
  if (!isRenamed && !hasNewIcon) return unchanged(channel, channel);
  const notices: { type: MessageType; content: string }[] = [];
  if (isRenamed) notices.push({ type: MESSAGE_TYPES.CHANNEL_NAME_CHANGE, content: modified.name ?? '' });
  if (hasNewIcon) notices.push({ type: MESSAGE_TYPES.CHANNEL_ICON_CHANGE, content: '' });
  let current = modified;
  const changes: (MessageChange | ImageChange)[] = imageChanges('icons', channel.icon, icon);
  const events: PrivateChannelEvent[] = [{ type: 'channelUpdated', to: [...channel.recipients.keys()] }];
  for (const { type, content } of notices) {
    const origin = { channelId: channel.id, author, type };
    const posted = postMessage(current, { ...buildSystemMessage(origin, context), content });
    current = posted.channel;
    changes.push(...posted.changes);
    events.push(...posted.events);
  }
  return { result: current, channel: current, changes, events };
}

/** @throws {Refusal} INVALID_FORM_BODY */
function readName(name: string | null): string | null {
  return name === null ? null : normalizeName(name, NAME_LENGTHS.channel, ['name']);
}

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
function requireGroup({ type }: PrivateChannel): void {
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
