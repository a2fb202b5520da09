import type { Embed } from '../protocol/objects/embed.js';
import { MESSAGE_TYPES } from '../protocol/objects/message.js';
import { ALL_PERMISSIONS, PERMISSIONS } from '../protocol/permissions.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { MessageFile } from './attachments.js';
import type { Mentions } from './mentions.js';
import type { Message } from './message.js';
import { requireMessageContent } from './message-content.js';
import { Refusal } from './refusal.js';
import type { Actor, GuildUser, RuleContext } from './state.js';

/** What a new message may be given. */
export interface NewMessage {
  readonly content?: string | null | undefined;
  readonly embeds?: readonly Embed[] | undefined;
  readonly files?: readonly MessageFile[] | undefined;
  readonly tts?: boolean | undefined;
  readonly nonce?: string | number | null | undefined;
}

/** What of a message is edited; undefined leaves it as it is. */
export interface EditedMessage {
  readonly content?: string | null | undefined;
  readonly embeds?: readonly Embed[] | undefined;
}

/** What an author may write in a channel. */
interface MessageRights {
  /** as bits of `PERMISSIONS` */
  readonly permissions: number;
  /** finds whom a content mentions */
  readonly findMentions: (content: string) => Mentions;
}

/** Where a new message goes, and who writes it. */
export interface MessageOrigin extends MessageRights {
  readonly channelId: Snowflake;
  readonly author: GuildUser;
}

/**
 * Makes a new message, for channels of every kind.
 *
 * @throws {Refusal} EMPTY_MESSAGE, or MISSING_PERMISSIONS for content that the author may not send
 */
export function composeMessage(
  { channelId, author, permissions, findMentions }: MessageOrigin,
  input: NewMessage,
  context: RuleContext,
): Message {
  const content = (input.content ?? '').trim();
  const attachments = input.files ?? [];
  const embeds = input.embeds ?? [];
  requireMessageContent({ content, embeds, attachments }, permissions);
  const mentions = findMentions(content);
  return {
    id: context.nextId(),
    channelId,
    author,
    content,
    editedAt: null,
    tts: (input.tts ?? false) && (permissions & PERMISSIONS.SEND_TTS_MESSAGES) !== 0,
    mentionsEveryone: mentions.everyone,
    mentions: mentions.users,
    mentionRoles: mentions.roles,
    attachments,
    embeds,
    pinned: false,
    type: MESSAGE_TYPES.DEFAULT,
    ...(input.nonce === undefined ? {} : { nonce: input.nonce }),
  };
}

/**
 * A message as its author edited it.
 *
 * @throws {Refusal} NOT_THE_AUTHOR, SYSTEM_MESSAGE, EMPTY_MESSAGE, or MISSING_PERMISSIONS for content that the author may not send
 */
export function reviseMessage(
  message: Message,
  actor: Actor,
  { input, permissions, findMentions }: MessageRights & { readonly input: EditedMessage },
  context: RuleContext,
): Message {
  if (message.author.id !== actor.userId) throw new Refusal('NOT_THE_AUTHOR');
  if (message.type !== MESSAGE_TYPES.DEFAULT) throw new Refusal('SYSTEM_MESSAGE');
  const content = input.content === undefined ? message.content : (input.content ?? '').trim();
  const { attachments } = message;
  const embeds = input.embeds ?? message.embeds;
  // What stays was allowed when it was sent.
  const granted = input.embeds === undefined ? ALL_PERMISSIONS : permissions | PERMISSIONS.ATTACH_FILES;
  requireMessageContent({ content, embeds, attachments }, granted);
  const mentions = findMentions(content);
  return {
    ...message,
    content,
    embeds,
    editedAt: context.now,
    mentionsEveryone: mentions.everyone,
    mentions: mentions.users,
    mentionRoles: mentions.roles,
  };
}
