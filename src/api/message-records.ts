import type { Message } from '../protocol/objects/message.js';
import type { PartialUser } from '../protocol/objects/user.js';
import { type Snowflake, snowflakeTime } from '../protocol/snowflake.js';
import { timestamp } from '../protocol/timestamp.js';
import type { ReactionCount } from '../store/queries/reaction-queries.js';
import type { MessageRow } from '../store/rows.js';
import type { Services } from './services.js';
import type { UserDirectory } from './user-directory.js';

type MessageReaders = Pick<Services, 'store' | 'users'>;

/**
 * Messages as the wire shows them to a viewer: with the users they name, and with the reactions to them.
 *
 * @param guildId null: the channel is private
 */
export async function messagesToWire(
  guildId: Snowflake | null,
  rows: readonly MessageRow[],
  viewer: Snowflake,
  { store, users }: MessageReaders,
): Promise<Message[]> {
  const ids = rows.map(({ id }) => id);
  const [counts] = await Promise.all([
    store.reactions.counts(ids, viewer),
    users.loadAll(rows.flatMap((row) => [row.author_id, ...row.mentions])),
  ]);
  const reactions = new Map<Snowflake, ReactionCount[]>();
  for (const count of counts) {
    reactions.set(count.messageId, [...(reactions.get(count.messageId) ?? []), count]);
  }
  return rows.flatMap((row) => {
    const author = users.get(row.author_id);
    if (author === undefined) return [];
    const message = messageToWire(guildId, row, author, users);
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
  { store, users }: MessageReaders,
): Promise<Message | null> {
  const row = await store.messages.one(channelId, id);
  if (row === null) return null;
  await users.loadAll([row.author_id, ...row.mentions]);
  const author = users.get(row.author_id);
  return author === undefined ? null : messageToWire(guildId, row, author, users);
}

function messageToWire(
  guildId: Snowflake | null,
  row: MessageRow,
  author: PartialUser,
  users: UserDirectory,
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
    attachments: [],
    embeds: [...row.embeds],
    pinned: row.pinned,
    type: row.type,
  };
}
