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

/** The input of a new message. */
export interface NewMessage {
  readonly content?: string | null | undefined;
  readonly embeds?: readonly Embed[] | undefined;
  readonly files?: readonly MessageFile[] | undefined;
  readonly tts?: boolean | undefined;
  readonly nonce?: string | number | null | undefined;
}

/** The input of an edit; undefined leaves a field unchanged. */
export interface EditedMessage {
  readonly content?: string | null | undefined;
  readonly embeds?: readonly Embed[] | undefined;
}

/** What an author may write in a channel. */
interface MessageRights {
  /** as bits of `PERMISSIONS` */
  readonly permissions: number;
  /** finds the mentions in a content */
  readonly findMentions: (content: string) => Mentions;
}

/** The channel and author of a new message. */
export interface MessageOrigin extends MessageRights {
  readonly channelId: Snowflake;
  readonly author: GuildUser;
}

/**
 * Creates a message, for channels of every kind.
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
 * Applies an edit by the author.
 *
 * @throws {Refusal} NOT_THE_AUTHOR, SYSTEM_MESSAGE, EMPTY_MESSAGE, or MISSING_PERMISSIONS for content that the author
 * may not send
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
  // Unchanged content was allowed when it was sent.
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
