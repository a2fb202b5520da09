import { resolveAttachmentLinks } from '../guilds/attachments.js';
import type { Attachment } from '../protocol/objects/attachment.js';
import type { Message } from '../protocol/objects/message.js';
import type { PartialUser } from '../protocol/objects/user.js';
import { type Snowflake, snowflakeTime } from '../protocol/snowflake.js';
import { timestamp } from '../protocol/timestamp.js';
import type { ReactionCount } from '../store/queries/reaction-queries.js';
import type { MessageRow } from '../store/rows.js';
import { loadAttachments } from './attachments/load-attachments.js';
import type { Services } from './services.js';
import type { UserDirectory } from './user-directory.js';

type MessageReaders = Pick<Services, 'store' | 'users' | 'cdnUrl'>;

/**
 * Messages as the wire shows them to a viewer: with the users they name, and with the reactions to them.
 *
 * @param guildId null: the channel is private
 */
export async function messagesToWire(
  guildId: Snowflake | null,
  rows: readonly MessageRow[],
  viewer: Snowflake,
  readers: MessageReaders,
): Promise<Message[]> {
  const { store, users } = readers;
  const ids = rows.map(({ id }) => id);
  const [counts, attachments] = await Promise.all([
    store.reactions.counts(ids, viewer),
    loadAttachments(rows, readers),
    users.loadAll(rows.flatMap((row) => [row.author_id, ...row.mentions])),
  ]);
  const reactions = new Map<Snowflake, ReactionCount[]>();
  for (const count of counts) {
    reactions.set(count.messageId, [...(reactions.get(count.messageId) ?? []), count]);
  }
  return rows.flatMap((row) => {
    const author = users.get(row.author_id);
    if (author === undefined) return [];
    const message = messageToWire(guildId, row, author, users, attachments.get(row.id));
    const own = reactions.get(row.id);
    if (own === undefined) return [message];
    return [{ ...message, reactions: own.map(({ count, me, emoji }) => ({ count, me, emoji })) }];
  });
}

/**
 * One message of a channel, without the reactions to it: events carry it to users of whom each would see others.
 *
 * @returns null if there is none
 */
export async function readMessage(
  guildId: Snowflake | null,
  channelId: Snowflake,
  id: Snowflake,
  readers: MessageReaders,
): Promise<Message | null> {
  const { store, users } = readers;
  const row = await store.messages.one(channelId, id);
  if (row === null) return null;
  const [attachments] = await Promise.all([
    loadAttachments([row], readers),
    users.loadAll([row.author_id, ...row.mentions]),
  ]);
  const author = users.get(row.author_id);
  return author === undefined ? null : messageToWire(guildId, row, author, users, attachments.get(id));
}

function messageToWire(
  guildId: Snowflake | null,
  row: MessageRow,
  author: PartialUser,
  users: UserDirectory,
  attachments: Attachment[] = [],
): Message {
  return {
    id: row.id,
    channel_id: row.channel_id,
    ...(guildId !== null && { guild_id: guildId }),
    author,
    content: row.content,
    timestamp: timestamp(snowflakeTime(row.id)),
    edited_timestamp: row.edited_at === null ? null : timestamp(row.edited_at),
    tts: row.tts,
    mention_everyone: row.mention_everyone,
    mentions: row.mentions.flatMap((id) => users.get(id) ?? []),
    mention_roles: [...row.mention_roles],
    attachments,
    embeds: resolveAttachmentLinks(row.embeds, attachments),
    pinned: row.pinned,
    type: row.type,
  };
}
