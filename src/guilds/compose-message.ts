import { type ContentToken, readTokens } from '../protocol/content-tokens.js';
import type { Embed } from '../protocol/objects/embed.js';
import { MESSAGE_TYPES } from '../protocol/objects/message.js';
import { ALL_PERMISSIONS, PERMISSIONS } from '../protocol/permissions.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { Message, MessageFile } from './message.js';
import { Refusal } from './refusal.js';
import type { Actor, GuildState, GuildUser, RuleContext } from './state.js';

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
  /** finds the mentions in the content of a message */
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

/**
 * Checks that a message has content that its author may send.
 *
 * @param permissions of the author in the channel, as bits of `PERMISSIONS`
 * @throws {Refusal} EMPTY_MESSAGE, or MISSING_PERMISSIONS for embeds without EMBED_LINKS and files without ATTACH_FILES
 */
function requireMessageContent(
  { content, embeds, attachments }: Pick<Message, 'content' | 'embeds' | 'attachments'>,
  permissions: number,
): void {
  if (content === '' && embeds.length + attachments.length === 0) throw new Refusal('EMPTY_MESSAGE');
  const needed =
    (embeds.length > 0 ? PERMISSIONS.EMBED_LINKS : 0) |
    (attachments.length > 0 ? PERMISSIONS.ATTACH_FILES : 0);
  if ((permissions & needed) !== needed) throw new Refusal('MISSING_PERMISSIONS');
}

/** The mentions of a message. */
export interface Mentions {
  readonly everyone: boolean;
  readonly users: readonly GuildUser[];
  readonly roles: readonly Snowflake[];
}

const EVERYONE: ReadonlySet<string> = new Set(['everyone_mention', 'here_mention']);

/**
 * Finds the members and roles mentioned in a text. What it shows as code, or escapes, mentions nobody.
 *
 * @param all whether the author may mention everyone, and so every role
 */
export function findMentions(guild: GuildState, content: string, all: boolean): Mentions {
  const tokens = mentionTokens(content);
  const users = usersOf(tokens, (id) => (guild.members.has(id) ? guild.users.get(id) : undefined));
  const roles = ids(tokens, 'role_mention').filter((id) => {
    const role = guild.roles.get(id);
    return role !== undefined && (all || role.mentionable);
  });
  return { everyone: all && tokens.some(({ type }) => EVERYONE.has(type)), users, roles };
}

/**
 * Finds the users mentioned in a text, without repeats.
 *
 * @param find returns a user who can be mentioned there
 */
export function findMentionedUsers(
  content: string,
  find: (id: Snowflake) => GuildUser | undefined,
): GuildUser[] {
  return usersOf(mentionTokens(content), find);
}

function usersOf(
  tokens: readonly ContentToken[],
  find: (id: Snowflake) => GuildUser | undefined,
): GuildUser[] {
  return ids(tokens, 'mention').flatMap((id) => find(id) ?? []);
}

function mentionTokens(content: string): ContentToken[] {
  // Most messages mention nobody.
  return content.includes('@') ? readTokens(content, true) : [];
}

function ids(tokens: readonly ContentToken[], type: string): Snowflake[] {
  const found = tokens.filter((token) => token.type === type).map(({ fields }) => String(fields?.id));
  return [...new Set(found)];
}
