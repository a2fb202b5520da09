import type { Message } from '../protocol/objects/message.js';
import type { PartialUser } from '../protocol/objects/user.js';
import { type Snowflake, snowflakeTime } from '../protocol/snowflake.js';
import { timestamp } from '../protocol/timestamp.js';
import type { MessageRow } from '../store/rows.js';
import type { UserDirectory } from './user-directory.js';

/** Messages as the wire shows them, with the users that wrote them and that they mention. */
export async function messagesToWire(
  guildId: Snowflake,
  rows: readonly MessageRow[],
  users: UserDirectory,
): Promise<Message[]> {
  await users.loadAll(rows.flatMap((row) => [row.author_id, ...row.mentions]));
  return rows.flatMap((row) => {
    const author = users.get(row.author_id);
    return author === undefined ? [] : [messageToWire(guildId, row, author, users)];
  });
}

function messageToWire(
  guildId: Snowflake,
  row: MessageRow,
  author: PartialUser,
  users: UserDirectory,
): Message {
  return {
    id: row.id,
    channel_id: row.channel_id,
    guild_id: guildId,
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
