import type { Snowflake } from '../../protocol/snowflake.js';
import type { Reader } from '../reader.js';
import type { MessageRow } from '../rows.js';

/** Where a page of messages lies: at the end, or beside a message id, which need not exist. */
export type MessagePage =
  | { readonly kind: 'latest' }
  | { readonly kind: 'before' | 'after' | 'around'; readonly id: Snowflake };

/** The newest message of a channel now, and once an author's messages from some id on are gone; null: none. */
export interface NewestMessage {
  readonly channelId: Snowflake;
  readonly now: Snowflake;
  readonly then: Snowflake | null;
}

/** Reads of messages. */
export class MessageQueries {
  constructor(private readonly reader: Reader) {}

  /** At most `limit` messages of a channel, newest first. */
  async page(channelId: Snowflake, page: MessagePage, limit: number): Promise<MessageRow[]> {
    switch (page.kind) {
      case 'latest':
        return this.#before(channelId, null, limit);
      case 'before':
        return this.#before(channelId, page.id, limit);
      case 'after':
        return this.#from(channelId, page.id, '>', limit);
      case 'around': {
        const older = Math.floor(limit / 2);
        const [newer, before] = await Promise.all([
          this.#from(channelId, page.id, '>=', limit - older),
          this.#before(channelId, page.id, older),
        ]);
        return [...newer, ...before];
      }
    }
  }

  one(channelId: Snowflake, id: Snowflake): Promise<MessageRow | null> {
    return this.reader.row('messages', 'FROM messages WHERE id = ? AND channel_id = ?', id, channelId);
  }

  /** The channels of a guild whose newest message would go with an author's messages from an id on. */
  newestWithout(guildId: Snowflake, authorId: Snowflake, from: Snowflake): Promise<NewestMessage[]> {
    return this.reader.all<NewestMessage>(
      `SELECT CAST(channel AS TEXT) AS channelId, CAST(now AS TEXT) AS now, CAST("then" AS TEXT) AS "then" FROM (
         SELECT id AS channel,
           (SELECT MAX(messages.id) FROM messages WHERE channel_id = channels.id) AS now,
           (SELECT messages.id FROM messages WHERE channel_id = channels.id
              AND NOT (author_id = CAST(?2 AS INTEGER) AND messages.id >= CAST(?3 AS INTEGER))
              ORDER BY messages.id DESC LIMIT 1) AS "then"
         FROM channels WHERE guild_id = CAST(?1 AS INTEGER)) WHERE now IS NOT "then"`,
      guildId,
      authorId,
      from,
    );
  }

  #before(channelId: Snowflake, id: Snowflake | null, limit: number): Promise<MessageRow[]> {
    const bound = id === null ? '' : 'AND id < CAST(? AS INTEGER)';
    const values = id === null ? [channelId, limit] : [channelId, id, limit];
    return this.reader.rows(
      'messages',
      `FROM messages WHERE channel_id = ? ${bound} ORDER BY id DESC LIMIT ?`,
      ...values,
    );
  }

  async #from(
    channelId: Snowflake,
    id: Snowflake,
    comparison: '>' | '>=',
    limit: number,
  ): Promise<MessageRow[]> {
    const rows = await this.reader.rows(
      'messages',
      `FROM messages WHERE channel_id = ? AND id ${comparison} CAST(? AS INTEGER) ORDER BY id LIMIT ?`,
      channelId,
      id,
      limit,
    );
    return rows.reverse();
  }
}
