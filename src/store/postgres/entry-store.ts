import Type from 'typebox';
import { validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildEntry, GuildEntryStore, ReplyStore } from '../cluster.js';
import { checkRows } from './check-rows.js';
import type { ConnectionPool } from './connection-pool.js';

const AFTER = `SELECT guild_id::text AS "guildId", sequence, text FROM guild_entries
  WHERE guild_id = $1::bigint AND sequence > $2::bigint ORDER BY sequence LIMIT $3::integer`;
const HEADS = `SELECT guild_id::text AS "guildId", sequence FROM guild_owners
  WHERE guild_id = ANY ($1::bigint[]) AND sequence > 0`;
const REPLY = 'SELECT reply FROM request_replies WHERE key = $1';

const entryRows = validator(
  Type.Array(Type.Object({ guildId: Type.String(), sequence: Type.Number(), text: Type.String() })),
);
const headRows = validator(Type.Array(Type.Object({ guildId: Type.String(), sequence: Type.Number() })));
const replyRows = validator(Type.Array(Type.Object({ reply: Type.String() })));

type Rows = Pick<ConnectionPool, 'query'>;

/** Entries in the table `guild_entries`, and the newest numbers in `guild_owners`. */
export class PostgresEntryStore implements GuildEntryStore {
  constructor(private readonly pool: Rows) {}

  async after(guildId: Snowflake, sequence: number, limit: number): Promise<GuildEntry[]> {
    const rows = await this.pool.query(AFTER, [guildId, sequence, limit], 'objects');
    return checkRows(entryRows, rows, 'guild_entries');
  }

  async heads(guildIds: readonly Snowflake[]): Promise<ReadonlyMap<Snowflake, number>> {
    const rows = await this.pool.query(HEADS, [guildIds], 'objects');
    const heads = checkRows(headRows, rows, 'guild_owners');
    return new Map(heads.map(({ guildId, sequence }) => [guildId, sequence]));
  }
}

/** Replies in the table `request_replies`. */
export class PostgresReplyStore implements ReplyStore {
  constructor(private readonly pool: Rows) {}

  async find(key: string): Promise<string | null> {
    const rows = await this.pool.query(REPLY, [key], 'objects');
    const [row] = checkRows(replyRows, rows, 'request_replies');
    return row?.reply ?? null;
  }
}
