import { Reader, type SqlValue } from '../sql/reader.js';
import type { RowValues } from '../sql/table.js';
import type { TableName } from '../sql/tables.js';
import type { Database } from './database.js';
import { STATEMENTS } from './table-statements.js';

/** Reads through a separate connection, so that reads never wait for the writer. */
export class SqliteReader extends Reader {
  constructor(private readonly database: Database) {
    super();
  }

  async values(table: TableName, source: string, ...values: SqlValue[]): Promise<RowValues[]> {
    const sql = STATEMENTS[table].selectSql(source);
    const result = await this.database.first<{ rows: string }>(sql, ...values);
    return JSON.parse(result?.rows ?? '[]') as RowValues[];
  }

  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.database.all<Row>(sql, ...values);
  }
}
