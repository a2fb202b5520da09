import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { MESSAGE_TYPES } from '../../protocol/objects/message.js';
import { PERMISSIONS } from '../../protocol/permissions.js';
import {
  compareSnowflakes,
  firstSnowflake,
  type Snowflake,
  snowflakeTime,
} from '../../protocol/snowflake.js';
import { messageDeletions } from '../audit-log/actions.js';
import type { GuildChange } from '../changes.js';
import {
  composeMessage,
  type EditedMessage,
  findMentions,
  type NewMessage,
  reviseMessage,
} from '../compose-message.js';
import { deleteMessages } from '../deleted-messages.js';
import type { Decision } from '../events.js';
import { GUILD_LIMITS } from '../limits.js';
import type { Message } from '../message.js';
import { channelPermissions, requireChannelPermission } from '../permissions.js';
import { Refusal } from '../refusal.js';
import { channelRule } from '../rule.js';
import type { Account, GuildChannel, GuildMember, GuildState, GuildUser } from '../state.js';
import { sendSystemMessage } from '../system-message.js';

/** A new message and its author. */
export interface MessageCreation {
  /** the actor's public data */
  readonly author: GuildUser;
  /** of the actor */
  readonly account: Account;
  readonly input: NewMessage;
}

/** Creates a message in a text channel (docs/rest.md, Create message). @throws {Refusal} */
export const createMessage = channelRule({
  permission: 'SEND_MESSAGES',
  decide(context, { author, account, input }: MessageCreation): Decision<Message> {
    const { guild, channel, member, now } = context;
    if (channel.type !== CHANNEL_TYPES.GUILD_TEXT) throw new Refusal('NOT_A_TEXT_CHANNEL');
    requireVerified(guild, member, account, now);
    const permissions = channelPermissions(guild, member, channel);
    const mayMentionAll = (permissions & PERMISSIONS.MENTION_EVERYONE) !== 0;
    const origin = {
      channelId: channel.id,
      author,
      permissions,
      findMentions: (content: string) => findMentions(guild, content, mayMentionAll),
    };
    const message = composeMessage(origin, input, context);
    return {
      result: message,
      changes: [{ kind: 'message', message }],
      events: [{ type: 'messageCreated', channelId: channel.id, message }],
    };
  },
});

/** A message to edit, and the edit. */
export interface MessageEdit {
  readonly message: Message;
  readonly input: EditedMessage;
}

/** Changes the content of a message; only its author may (docs/rest.md, Edit message). @throws {Refusal} */
export const editMessage = channelRule({
  permission: null,
  decide(context, { message, input }: MessageEdit): Decision<Message> {
    const { guild, channel, actor, member } = context;
    const permissions = channelPermissions(guild, member, channel);
    const mayMentionAll = (permissions & PERMISSIONS.MENTION_EVERYONE) !== 0;
    const edit = {
      input,
      permissions,
      findMentions: (content: string) => findMentions(guild, content, mayMentionAll),
    };
    const edited = reviseMessage(message, actor, edit, context);
    return {
      result: edited,
      changes: [{ kind: 'message-edited', message: edited }],
      events: [{ type: 'messageUpdated', channelId: channel.id, message: edited }],
    };
  },
});

/** A message to delete. */
export interface MessageDeletion {
  readonly message: Message;
  /** the message before it in the channel; null: none */
  readonly before: Snowflake | null;
}

/** Deletes a message: the actor's own, or any with MANAGE_MESSAGES (docs/rest.md, Delete message). @throws {Refusal} */
export const deleteMessage = channelRule({
  permission: null,
  decide({ guild, channel, actor }, { message, before }: MessageDeletion): Decision<null> {
    if (message.author.id !== actor.userId) {
      requireChannelPermission(guild, actor, channel, 'MANAGE_MESSAGES');
    }
    const changes: GuildChange[] = [
      { kind: 'message-removed', id: message.id, channelId: channel.id, authorId: message.author.id },
    ];
    if (guild.channels.get(channel.id)?.lastMessageId === message.id) {
      changes.push({ kind: 'last-message', channelId: channel.id, messageId: before });
    }
    return {
      result: null,
      changes,
      events: [{ type: 'messageDeleted', channelId: channel.id, messageId: message.id }],
      audit: messageDeletions(actor, channel.id, new Map([[message.author.id, 1]])),
    };
  },
});

const FOURTEEN_DAYS = 14 * 86_400_000;

/** The ids in a bulk deletion, and the messages that exist. */
export interface BulkDeletion {
  /** the ids in the request, all of which are counted */
  readonly ids: readonly Snowflake[];
  /** existing ones */
  readonly messages: readonly { readonly id: Snowflake; readonly authorId: Snowflake }[];
  /** the newest remaining message of the channel; null: none */
  readonly newestLeft: Snowflake | null;
}

/**
 * Deletes several messages of a channel at once (docs/rest.md, Bulk delete messages).
 *
 * @throws {Refusal} BAD_BULK_DELETE_COUNT for fewer than 2 different ids, MESSAGES_TOO_OLD for one older than 14 days
 */
export const bulkDeleteMessages = channelRule({
  permission: 'MANAGE_MESSAGES',
  decide({ guild, channel, actor, now }, { ids, messages, newestLeft }: BulkDeletion): Decision<null> {
    if (new Set(ids).size < 2) throw new Refusal('BAD_BULK_DELETE_COUNT');
    const oldest = firstSnowflake(now - FOURTEEN_DAYS);
    if (ids.some((id) => compareSnowflakes(id, oldest) < 0)) throw new Refusal('MESSAGES_TOO_OLD');
    const found = messages.map(({ id }) => id);
    const { changes, events } = deleteMessages(guild, [{ channelId: channel.id, ids: found, newestLeft }], {
      bulk: true,
    });
    const authors = new Map<Snowflake, number>();
    for (const { authorId } of messages) authors.set(authorId, (authors.get(authorId) ?? 0) + 1);
    return {
      result: null,
      changes,
      events,
      audit: messageDeletions(actor, channel.id, authors),
    };
  },
});

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

/**
 * Notifies everybody who may view the channel that the actor is typing (docs/rest.md, Trigger typing indicator).
 * @throws {Refusal}
 */
export const startTyping = channelRule({
  permission: 'SEND_MESSAGES',
  decide({ guild, channel, member, now }, account: Account): Decision<null> {
    if (channel.type !== CHANNEL_TYPES.GUILD_TEXT) throw new Refusal('NOT_A_TEXT_CHANNEL');
    requireVerified(guild, member, account, now);
    return {
      result: null,
      changes: [],
      events: [{ type: 'typingStarted', channelId: channel.id, userId: member.userId, at: now }],
    };
  },
});

const MINUTE = 60_000;

/** The requirements of each verification level, which include those of lower levels. */
const DEMANDS: readonly {
  readonly level: GuildState['settings']['verificationLevel'];
  isMet(account: Account, member: GuildMember, now: number): boolean;
}[] = [
  { level: 1, isMet: ({ verified }) => verified },
  { level: 2, isMet: (_account, { userId }, now) => now - snowflakeTime(userId) > 5 * MINUTE },
  { level: 3, isMet: (_account, { joinedAt }, now) => now - joinedAt > 10 * MINUTE },
  { level: 4, isMet: ({ phone }) => phone !== null },
];

/**
 * Checks the author of a message against the guild's verification level (docs/rest.md, Objects). Bots, the
 * owner and members with a role are exempt.
 *
 * @param now milliseconds since the Unix epoch
 * @throws {Refusal} VERIFICATION_TOO_HIGH
 */
export function requireVerified(guild: GuildState, member: GuildMember, account: Account, now: number): void {
  const { ownerId, verificationLevel } = guild.settings;
  if (account.bot || member.userId === ownerId || member.roles.length > 0) return;
  const asked = DEMANDS.filter(({ level }) => level <= verificationLevel);
  if (!asked.every(({ isMet }) => isMet(account, member, now))) throw new Refusal('VERIFICATION_TOO_HIGH');
}
