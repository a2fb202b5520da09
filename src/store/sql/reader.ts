import type { Snowflake } from '../../protocol/snowflake.js';
import type { SqlValue } from './bound-statement.js';
import type { RowOf, TableName } from './tables.js';

/**
 * Reads what is committed, without waiting for the writer. Statements are in the SQL that every database here
 * understands (docs/architecture.md, The store): values are `?`, or `?1` where one is used twice; a list of ids is
 * `SELECT CAST(value AS BIGINT) FROM json_each(?)`.
 */
export abstract class Reader {
  /** Whole rows of one table. @param source what follows SELECT *, e.g. `FROM members WHERE guild_id = ?` */
  abstract rows<Name extends TableName>(
    table: Name,
    source: string,
    ...values: SqlValue[]
  ): Promise<RowOf<Name>[]>;

  /** Rows of any statement; ids must be cast to text by it. The type parameter is not checked. */
  abstract all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;

  /** The only row, or null. */
  async row<Name extends TableName>(
    table: Name,
    source: string,
    ...values: SqlValue[]
  ): Promise<RowOf<Name> | null> {
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
