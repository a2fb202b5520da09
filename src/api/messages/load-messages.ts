import type { MessageFile } from '../../guilds/attachments.js';
import type { Message, ReactionCount } from '../../guilds/message.js';
import type { GuildUser } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { MessageRow } from '../../store/sqlite/rows.js';
import { loadAttachments } from '../attachments/load-attachments.js';
import type { Services } from '../services.js';

type MessageReaders = Pick<Services, 'store' | 'users' | 'cdnUrl'>;

/** A message with the reactions to it, as one user sees them. */
export interface ViewedMessage {
  readonly message: Message;
  readonly reactions: readonly ReactionCount[];
}

/** Messages from their rows, without reactions. Those whose author is unknown are left out. */
export async function loadMessages(rows: readonly MessageRow[], readers: MessageReaders): Promise<Message[]> {
  const { users } = readers;
  const [files] = await Promise.all([
    loadAttachments(rows, readers),
    users.loadAll(rows.flatMap((row) => [row.author_id, ...row.mentions])),
  ]);
  return rows.flatMap((row) => {
    const author = users.get(row.author_id);
    if (author === undefined) return [];
    const mentions = row.mentions.flatMap((id) => users.get(id) ?? []);
    return [toMessage(row, { author, mentions, attachments: files.get(row.id) ?? [] })];
  });
}

/** As `loadMessages`, with the reactions as a user sees them. */
export async function loadViewedMessages(
  rows: readonly MessageRow[],
  viewer: Snowflake,
  readers: MessageReaders,
): Promise<ViewedMessage[]> {
  const [counts, messages] = await Promise.all([
    readers.store.reactions.counts(
      rows.map(({ id }) => id),
      viewer,
    ),
    loadMessages(rows, readers),
  ]);
  const byMessage = new Map<Snowflake, ReactionCount[]>(messages.map(({ id }) => [id, []]));
  for (const count of counts) byMessage.get(count.messageId)?.push(count);
  return messages.map((message) => ({ message, reactions: byMessage.get(message.id) ?? [] }));
}

/** What a row names and does not have. */
interface MessageParts {
  readonly author: GuildUser;
  readonly mentions: readonly GuildUser[];
  readonly attachments: readonly MessageFile[];
}

function toMessage(row: MessageRow, { author, mentions, attachments }: MessageParts): Message {
  return {
    id: row.id,
    channelId: row.channel_id,
    author,
    content: row.content,
    editedAt: row.edited_at,
    tts: row.tts,
    mentionsEveryone: row.mention_everyone,
    mentions,
    mentionRoles: row.mention_roles,
    attachments,
    embeds: row.embeds,
    pinned: row.pinned,
    type: row.type,
  };
}
