import type { PartialEmoji } from '../../protocol/objects/emoji.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ReactionStore, StoredReactionCount } from '../messages.js';
import type { Reader } from './reader.js';

/** The largest 64-bit integer. */
const LARGEST_ID = '9223372036854775807';

/** Reactions in the table `reactions`. */
export class SqlReactionStore implements ReactionStore {
  constructor(private readonly reader: Reader) {}

  async counts(messageIds: readonly Snowflake[], viewer: Snowflake): Promise<StoredReactionCount[]> {
    if (messageIds.length === 0) return [];
    const rows = await this.reader.all<{ messageId: Snowflake; emoji: string; count: number; me: number }>(
      `SELECT CAST(message_id AS TEXT) AS "messageId", MIN(CAST(emoji AS TEXT)) AS emoji, COUNT(*) AS count,
         MAX(CASE WHEN user_id = CAST(?2 AS BIGINT) THEN 1 ELSE 0 END) AS me
       FROM reactions WHERE message_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?1))
       GROUP BY message_id, emoji_key ORDER BY MIN(reacted_at), emoji_key`,
      JSON.stringify(messageIds),
      viewer,
    );
    return rows.map(({ emoji, me, ...row }) => ({
      ...row,
      emoji: JSON.parse(emoji) as PartialEmoji,
      me: me === 1,
    }));
  }

  async emojiOf(messageId: Snowflake, key: string, userId: Snowflake): Promise<PartialEmoji | null> {
    const row = await this.reader.row(
      'reactions',
      'FROM reactions WHERE message_id = ? AND emoji_key = ? AND user_id = ?',
      messageId,
      key,
      userId,
    );
    return row?.emoji ?? null;
  }

  async users(
    messageId: Snowflake,
    key: string,
    page: { readonly before: Snowflake | null; readonly after: Snowflake | null; readonly limit: number },
  ): Promise<Snowflake[]> {
    const rows = await this.reader.all<{ id: Snowflake }>(
      `SELECT CAST(user_id AS TEXT) AS id FROM reactions WHERE message_id = ? AND emoji_key = ?
         AND user_id > CAST(? AS BIGINT) AND user_id < CAST(? AS BIGINT) ORDER BY user_id LIMIT ?`,
      messageId,
      key,
      page.after ?? '0',
      page.before ?? LARGEST_ID,
      page.limit,
    );
    return rows.map(({ id }) => id);
  }
}
