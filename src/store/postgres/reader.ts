import type { SqlValue } from '../sql/bound-statement.js';
import { Reader } from '../sql/reader.js';
import type { RowOf, TableName } from '../sql/tables.js';
import type { Connection } from './connection.js';
import { toPostgres } from './statement-text.js';
import { STATEMENTS } from './statements.js';

/** Reads through a pool of connections, or one connection. */
export class PostgresReader extends Reader {
  readonly #texts = new Map<string, string>();

  constructor(private readonly pool: Pick<Connection, 'query'>) {
    super();
  }

  async rows<Name extends TableName>(
    table: Name,
    source: string,
    ...values: SqlValue[]
  ): Promise<RowOf<Name>[]> {
    const statements = STATEMENTS[table];
    const text = this.#textOf(`SELECT ${statements.selected} ${source}`);
    const rows = await this.pool.query(text, values, 'values');
    return rows.map((row) => statements.toRow(row as unknown[]) as RowOf<Name>);
  }

  async all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return (await this.pool.query(this.#textOf(sql), values, 'objects')) as Row[];
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
