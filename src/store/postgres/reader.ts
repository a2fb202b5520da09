import { Reader, type SqlValue } from '../sql/reader.js';
import type { RowValues } from '../sql/table.js';
import type { TableName } from '../sql/tables.js';
import type { Connection, RowForm } from './connection.js';
import { isTooLargeId, limitIds } from './large-ids.js';
import { toPostgres } from './statement-text.js';
import { STATEMENTS } from './table-statements.js';

/** Reads through a pool of connections, or one connection. */
export class PostgresReader extends Reader {
  readonly #texts = new Map<string, string>();

  constructor(private readonly pool: Pick<Connection, 'query'>) {
    super();
  }

  async values(table: TableName, source: string, ...values: SqlValue[]): Promise<RowValues[]> {
    const statements = STATEMENTS[table];
    const text = this.#textOf(`SELECT ${statements.selected} ${source}`);
    const rows = await this.#query(text, values, 'values');
    return rows.map((row) => statements.fromPostgres(row as unknown[]));
  }

  async all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return (await this.#query(this.#textOf(sql), values, 'objects')) as Row[];
  }

  async #query(text: string, values: readonly SqlValue[], form: RowForm): Promise<unknown[]> {
    try {
      return await this.pool.query(text, values, form);
    } catch (error) {
      if (!isTooLargeId(error)) throw error;
      return await this.pool.query(text, limitIds(values), form);
    }
  }

  #textOf(sql: string): string {
    let text = this.#texts.get(sql);
    if (text === undefined) {
      text = toPostgres(sql);
      // The statements of the service are a few hundred.
      this.#texts.set(sql, text);
    }
    return text;
  }
}
