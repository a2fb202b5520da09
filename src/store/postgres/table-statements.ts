import type { ColumnKind, RowValues, Table } from '../sql/table.js';
import { mapTables } from '../sql/tables.js';

/** How each kind of column is bound; flags are of the domain `flag` (docs/adr/0043-a-store-in-postgresql.md). */
const TYPES: Readonly<Record<ColumnKind, string>> = {
  id: 'bigint',
  boolean: 'smallint',
  json: 'json',
  text: 'text',
  integer: 'bigint',
};

/** A value of one column, or all values of it for several rows. */
export type PostgresValue = string | number | null | readonly (string | number | null)[];

/**
 * The statements of a table whose rows are put, removed and read as a whole, many in one statement: each column is passed
 * as one array.
 */
export class TableStatements {
  /** inserts rows or replaces those with the same key; takes what `columnsOf` gives */
  readonly putSql: string;
  /** replaces existing rows by key; takes the same. Only for tables with columns besides the key */
  readonly updateSql: string;
  /** removes rows by key; takes what `keyColumnsOf` gives */
  readonly removeSql: string;
  /** selects as `holds` whether exactly this row is stored; takes what `valuesOf` gives */
  readonly isStoredSql: string;
  /** the columns for `fromPostgres`, e.g. `bans.guild_id, bans.user_id` */
  readonly selected: string;
  readonly #kinds: readonly ColumnKind[];

  constructor(private readonly table: Table<object>) {
    const { columns, key, name, otherColumns } = table;
    this.#kinds = columns.map((column) => table.kindOf(column));
    this.selected = columns.map((column) => `${name}.${column}`).join(', ');
    const arrays = (some: readonly string[]) =>
      `unnest(${some.map((column, index) => `$${index + 1}::${TYPES[table.kindOf(column)]}[]`).join(', ')})`;
    const updates = otherColumns.map((column) => `${column} = excluded.${column}`).join(', ');
    this.putSql = `INSERT INTO ${name} (${columns.join(', ')}) SELECT * FROM ${arrays(columns)}
      ON CONFLICT (${key.join(', ')}) ${updates === '' ? 'DO NOTHING' : `DO UPDATE SET ${updates}`}`;
    const isSame = key.map((column) => `${name}.${column} = given.${column}`).join(' AND ');
    const assignments = otherColumns.map((column) => `${column} = given.${column}`).join(', ');
    this.updateSql = `UPDATE ${name} SET ${assignments} FROM ${arrays(columns)} AS given(${columns.join(', ')}) WHERE ${isSame}`;
    this.removeSql = `DELETE FROM ${name} USING ${arrays(key)} AS given(${key.join(', ')}) WHERE ${isSame}`;
    const isEqual = columns.map((column, index) => {
      const kind = table.kindOf(column);
      // An index is only used for `=`; and JSON has no comparison but that of its text.
      if (key.includes(column)) return `${column} = $${index + 1}::${TYPES[kind]}`;
      if (kind === 'json') return `${column}::text = $${index + 1}::text`;
      return `${column} IS NOT DISTINCT FROM $${index + 1}::${TYPES[kind]}`;
    });
    this.isStoredSql = `SELECT EXISTS (SELECT 1 FROM ${name} WHERE ${isEqual.join(' AND ')}) AS holds`;
  }

  /** Rows in the form for `putSql` and `updateSql`: for each column an array. */
  columnsOf(rows: Iterable<RowValues>): PostgresValue[] {
    const columns: (string | number | null)[][] = this.table.columns.map(() => []);
    for (const row of rows) {
      for (const [index, column] of columns.entries()) column.push(this.#toPostgres(row[index], index));
    }
    return columns;
  }

  /** Keys in the form for `removeSql`. */
  keyColumnsOf(keys: readonly (readonly unknown[])[]): PostgresValue[] {
    const { columns, key } = this.table;
    return key.map((column, index) => {
      const kind = columns.indexOf(column);
      return keys.map((values) => this.#toPostgres(values[index], kind));
    });
  }

  /** A row in the form for `isStoredSql`. */
  valuesOf(row: RowValues): PostgresValue[] {
    return row.map((value, index) => this.#toPostgres(value, index));
  }

  /** A row from the values of its `selected` columns, where 64-bit integers are text. */
  fromPostgres(values: readonly unknown[]): RowValues {
    return values.map((value, index) => this.#fromPostgres(value, index));
  }

  #toPostgres(value: unknown, index: number): string | number | null {
    if (this.#kinds[index] === 'json') return JSON.stringify(value);
    if (typeof value === 'boolean') return value ? 1 : 0;
    return typeof value === 'string' || typeof value === 'number' ? value : null;
  }

  #fromPostgres(value: unknown, index: number): unknown {
    if (value === null) return null;
    const kind = this.#kinds[index];
    if (kind === 'integer') return Number(value);
    return kind === 'boolean' ? value === 1 : value;
  }
}

/** The statements of each table. */
export const STATEMENTS = mapTables((table) => new TableStatements(table));

/**
 * A statement of `store/sql` as PostgreSQL reads it: `?` and `?1` are `$1`, and a JSON list is read by another function.
 *
 * @param sql without a question mark or the name of that function in quotes
 */
export function toPostgres(sql: string): string {
  let count = 0;
  const numbered = sql.replaceAll(/\?(\d*)/g, (_, number: string) => `$${number === '' ? ++count : number}`);
  return numbered.replaceAll('json_each(', 'json_array_elements_text(');
}
