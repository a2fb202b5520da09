import type { SqlValue } from '../sql/bound-statement.js';
import { Reader } from '../sql/reader.js';
import type { RowOf, TableName } from '../sql/tables.js';
import type { Database } from './database.js';
import { STATEMENTS } from './statements.js';

/** Reads through a separate connection, so that reads never wait for the writer. */
export class SqliteReader extends Reader {
  constructor(private readonly database: Database) {
    super();
  }

  async rows<Name extends TableName>(
    table: Name,
    source: string,
    ...values: SqlValue[]
  ): Promise<RowOf<Name>[]> {
    const sql = STATEMENTS[table].selectSql(source);
    const result = await this.database.first<{ rows: string }>(sql, ...values);
    return STATEMENTS[table].parse(result?.rows ?? '[]') as RowOf<Name>[];
  }

  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.database.all<Row>(sql, ...values);
  }
}
