import type { Snowflake } from '../../protocol/snowflake.js';
import { StoreError } from '../errors.js';
import { Reader, type SqlValue } from '../sql/reader.js';
import type { RowValues } from '../sql/table.js';
import type { TableName } from '../sql/tables.js';
import type { Connection, RowForm } from './connection.js';
import { type PostgresValue, STATEMENTS, toPostgres } from './table-statements.js';

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

/** The largest id that a column can have; no object ever has it. Ids that clients send may be larger. */
const LARGEST = 9_223_372_036_854_775_807n;

/** The SQLSTATE of a number that does not fit into its column. */
const OUT_OF_RANGE = '22003';

export function isStorableId(id: Snowflake): boolean {
  return BigInt(id) <= LARGEST;
}

/** Whether a statement failed because an id that it was given is too large. */
function isTooLargeId(error: unknown): boolean {
  return error instanceof StoreError && error.code === OUT_OF_RANGE;
}

/**
 * The values of a statement with the largest possible id in place of larger ones, also in JSON lists: it finds the same
 * rows, because all ids in the database are lower.
 */
function limitIds(values: readonly PostgresValue[]): PostgresValue[] {
  return values.map((value) =>
    typeof value === 'string' ? value.replaceAll(/(?<=^|")[0-9]{19,}(?="|$)/g, limitId) : value,
  );
}

function limitId(id: Snowflake): Snowflake {
  return isStorableId(id) ? id : LARGEST.toString();
}
