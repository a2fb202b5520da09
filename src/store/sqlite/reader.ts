import type { Snowflake } from '../../protocol/snowflake.js';
import type { Database, SqlValue } from './database.js';
import { type RowOf, TABLES, type TableName } from './tables.js';

/** Reads through a separate connection, so that reads never wait for the writer; they see what is committed. */
export class Reader {
  constructor(private readonly database: Database) {}

  /** Whole rows of one table. @param source what follows SELECT *, see `Table.selectSql` */
  async rows<Name extends TableName>(
    table: Name,
    source: string,
    ...values: SqlValue[]
  ): Promise<RowOf<Name>[]> {
    const sql = TABLES[table].selectSql(source);
    const result = await this.database.first<{ rows: string }>(sql, ...values);
    return TABLES[table].parse(result?.rows ?? '[]') as RowOf<Name>[];
  }

  /** The only row, or null. */
  async row<Name extends TableName>(
    table: Name,
    source: string,
    ...values: SqlValue[]
  ): Promise<RowOf<Name> | null> {
    return (await this.rows(table, source, ...values))[0] ?? null;
  }

  /** Rows of any statement; ids must be cast to text by it. */
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.database.all<Row>(sql, ...values);
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
    return (await this.database.first<{ count: number }>(sql, ...values))?.count ?? 0;
  }
}
