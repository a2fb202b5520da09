import type { Snowflake } from '../../protocol/snowflake.js';
import type { RowValues } from './table.js';
import { type RecordOf, type TableName, tableOf } from './tables.js';

/**
 * A value that can be bound to a `?` of a statement. Ids are decimal text, which integer columns accept without loss.
 */
export type SqlValue = string | number | null;

/**
 * Reads what is committed, without waiting for the writer. Statements are in the SQL that every database here
 * understands (docs/architecture.md, The store): values are `?`, or `?1` where one is used twice; a list of ids is
 * `SELECT CAST(value AS BIGINT) FROM json_each(?)`.
 */
export abstract class Reader {
  /**
   * Whole rows of one table.
   *
   * @param source what follows SELECT *, e.g. `FROM members WHERE guild_id = ?`
   */
  abstract values(table: TableName, source: string, ...values: SqlValue[]): Promise<RowValues[]>;

  /** Rows of any statement; ids must be cast to text by it. The type parameter is not checked. */
  abstract all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;

  /** The records of rows of one table. @param source see `values` */
  async rows<Name extends TableName>(
    name: Name,
    source: string,
    ...values: SqlValue[]
  ): Promise<RecordOf<Name>[]> {
    const table = tableOf(name);
    const rows = await this.values(name, source, ...values);
    return rows.map((row) => table.toRecord(row)) as RecordOf<Name>[];
  }

  /** The only row, or null. */
  async row<Name extends TableName>(
    table: Name,
    source: string,
    ...values: SqlValue[]
  ): Promise<RecordOf<Name> | null> {
    return (await this.rows(table, source, ...values))[0] ?? null;
  }

  /** The ids in a column. @param source what follows SELECT column, e.g. `FROM members WHERE user_id = ?` */
  async ids(column: string, source: string, ...values: SqlValue[]): Promise<Snowflake[]> {
    const rows = await this.all<{ id: Snowflake }>(
      `SELECT CAST(${column} AS TEXT) AS id ${source}`,
      ...values,
    );
    return rows.map(({ id }) => id);
  }

  /** The result of a statement that selects `count`. */
  async count(sql: string, ...values: SqlValue[]): Promise<number> {
    return (await this.all<{ count: number }>(sql, ...values))[0]?.count ?? 0;
  }
}

/** The tables whose ids are created by this service. */
const TABLES_WITH_NEW_IDS = [
  'users',
  'applications',
  'guilds',
  'roles',
  'channels',
  'messages',
  'attachments',
  'emojis',
  'grants',
  'audit_log',
];

/** The newest id in a store, `0` if it has none. */
export async function selectNewestId(reader: Pick<Reader, 'all'>): Promise<Snowflake> {
  const newest = TABLES_WITH_NEW_IDS.map((table) => `SELECT MAX(id) AS id FROM ${table}`).join(' UNION ALL ');
  const rows = await reader.all<{ id: string | null }>(
    `SELECT CAST(MAX(id) AS TEXT) AS id FROM (${newest}) AS found`,
  );
  return rows[0]?.id ?? '0';
}
