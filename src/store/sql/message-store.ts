import type { Snowflake } from '../../protocol/snowflake.js';
import type { MessagePage, MessageStore, MessagesOfAuthor, StoredMessage } from '../messages.js';
import type { Reader, SqlValue } from './reader.js';

/** Messages in the table `messages`. */
export class SqlMessageStore implements MessageStore {
  constructor(private readonly reader: Reader) {}

  async page(channelId: Snowflake, page: MessagePage, limit: number): Promise<StoredMessage[]> {
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

  async one(channelId: Snowflake, id: Snowflake): Promise<StoredMessage | null> {
    return (await this.#read('FROM messages WHERE id = ? AND channel_id = ?', id, channelId))[0] ?? null;
  }

  pinned(channelId: Snowflake, limit: number): Promise<StoredMessage[]> {
    const source = 'FROM messages WHERE channel_id = ? AND pinned = 1 ORDER BY id DESC LIMIT ?';
    return this.#read(source, channelId, limit);
  }

  async ofIds(
    channelId: Snowflake,
    ids: readonly Snowflake[],
  ): Promise<{ messages: { id: Snowflake; authorId: Snowflake }[]; newestLeft: Snowflake | null }> {
    const isOne = 'id IN (SELECT CAST(value AS BIGINT) FROM json_each(?2))';
    const list = JSON.stringify(ids);
    const [messages, rest] = await Promise.all([
      this.reader.all<{ id: Snowflake; authorId: Snowflake }>(
        `SELECT CAST(id AS TEXT) AS id, CAST(author_id AS TEXT) AS "authorId" FROM messages
         WHERE channel_id = ?1 AND ${isOne} ORDER BY messages.id`,
        channelId,
        list,
      ),
      this.reader.all<{ newest: Snowflake | null }>(
        `SELECT CAST(MAX(id) AS TEXT) AS newest FROM messages WHERE channel_id = ?1 AND NOT ${isOne}`,
        channelId,
        list,
      ),
    ]);
    return { messages, newestLeft: rest[0]?.newest ?? null };
  }

  async ofAuthor(guildId: Snowflake, authorId: Snowflake, from: Snowflake): Promise<MessagesOfAuthor[]> {
    const rows = await this.reader.all<{ channelId: Snowflake; ids: string; newestLeft: Snowflake | null }>(
      `SELECT CAST(channel_id AS TEXT) AS "channelId", string_agg(CAST(id AS TEXT), ',' ORDER BY id) AS ids,
         (SELECT CAST(MAX(others.id) AS TEXT) FROM messages AS others WHERE others.channel_id = found.channel_id
            AND NOT (others.author_id = CAST(?2 AS BIGINT) AND others.id >= CAST(?3 AS BIGINT))) AS "newestLeft"
       FROM (SELECT id, channel_id FROM messages
         WHERE author_id = CAST(?2 AS BIGINT) AND id >= CAST(?3 AS BIGINT)
           AND channel_id IN (SELECT id FROM channels WHERE guild_id = CAST(?1 AS BIGINT))) AS found
       GROUP BY channel_id`,
      guildId,
      authorId,
      from,
    );
    return rows.map(({ ids, ...row }) => ({ ...row, ids: ids.split(',') }));
  }

  #before(channelId: Snowflake, id: Snowflake | null, limit: number): Promise<StoredMessage[]> {
    const bound = id === null ? '' : 'AND id < CAST(? AS BIGINT)';
    const values = id === null ? [channelId, limit] : [channelId, id, limit];
    return this.#read(`FROM messages WHERE channel_id = ? ${bound} ORDER BY id DESC LIMIT ?`, ...values);
  }

  async #from(
    channelId: Snowflake,
    id: Snowflake,
    comparison: '>' | '>=',
    limit: number,
  ): Promise<StoredMessage[]> {
    const source = `FROM messages WHERE channel_id = ? AND id ${comparison} CAST(? AS BIGINT) ORDER BY id LIMIT ?`;
    return (await this.#read(source, channelId, id, limit)).reverse();
  }

  #read(source: string, ...values: SqlValue[]): Promise<StoredMessage[]> {
    return this.reader.rows('messages', source, ...values);
  }
}
