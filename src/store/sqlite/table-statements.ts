import type { ColumnKind, Table } from '../sql/table.js';
import { mapTables } from '../sql/tables.js';

/**
 * The statements of a table whose rows are put, removed and read as a whole, many in one statement: the rows are passed
 * as one JSON text, because each call of sqlite3 costs about as much as writing ten rows.
 */
export class TableStatements {
  /** inserts rows or replaces those with the same key; takes a JSON array of rows, each an array of its columns */
  readonly putSql: string;
  /** replaces existing rows by key; takes the same as `putSql`. Only for tables with columns besides the key */
  readonly updateSql: string;
  /** removes rows by key; takes a JSON array of keys, each an array of its columns */
  readonly removeSql: string;
  /** selects as `holds` whether exactly this row is stored; takes a row as a JSON array of its columns */
  readonly isStoredSql: string;
  readonly #selected: string;

  constructor(readonly table: Table<object>) {
    const { columns, key, name, otherColumns } = table;
    // `->` selects JSON text, `->>` a value.
    const selectFrom = (row: string, column: string) =>
      `${row}${table.kindOf(column) === 'json' ? '->' : '->>'}${columns.indexOf(column)}`;
    const values = columns.map((column) => selectFrom('value', column)).join(', ');
    const updates = otherColumns.map((column) => `${column} = excluded.${column}`).join(', ');
    // ON CONFLICT and not REPLACE: replacing would delete the old row first and, with it, the rows that refer to it.
    // SQLite requires a WHERE before it.
    this.putSql = `INSERT INTO ${name} (${columns.join(', ')}) SELECT ${values} FROM jsonb_each(?) WHERE true
      ON CONFLICT (${key.join(', ')}) ${updates === '' ? 'DO NOTHING' : `DO UPDATE SET ${updates}`}`;
    // A comparison with a subquery's value does not convert text to an integer implicitly.
    const comparable = (column: string, value: string) =>
      table.kindOf(column) === 'id' ? `CAST(${value} AS INTEGER)` : value;
    const assignments = otherColumns.map((column) => `${column} = ${selectFrom('value', column)}`).join(', ');
    const isSame = key.map(
      (column) => `${name}.${column} = ${comparable(column, selectFrom('value', column))}`,
    );
    this.updateSql = `UPDATE ${name} SET ${assignments} FROM jsonb_each(?) WHERE ${isSame.join(' AND ')}`;
    const keyValues = key.map((column, index) => comparable(column, `value->>${index}`));
    this.removeSql = `DELETE FROM ${name} WHERE (${key.join(', ')}) IN (SELECT ${keyValues.join(', ')} FROM jsonb_each(?))`;
    const isEqual = columns.map(
      (column) => `${column} IS ${comparable(column, selectFrom('expected', column))}`,
    );
    this.isStoredSql = `SELECT EXISTS (
      SELECT 1 FROM (SELECT ? AS expected) CROSS JOIN ${name} WHERE ${isEqual.join(' AND ')}) AS holds`;
    this.#selected = columns.map((column) => selected(column, table.kindOf(column))).join(', ');
  }

  /**
   * A statement that returns all rows as one JSON text in the column `rows`: each an array of its columns.
   *
   * @param source what follows SELECT *, e.g. `FROM members WHERE guild_id = ? ORDER BY user_id LIMIT 10`
   */
  selectSql(source: string): string {
    return `SELECT json_group_array(json_array(${this.#selected})) AS rows FROM (SELECT ${this.table.name}.* ${source})`;
  }
}

function selected(column: string, kind: ColumnKind): string {
  switch (kind) {
    // JavaScript numbers cannot represent an id.
    case 'id':
      return `CAST(${column} AS TEXT)`;
    case 'boolean':
      return `json(iif(${column}, 'true', 'false'))`;
    case 'json':
      return `json(${column})`;
    case 'text':
    case 'integer':
      return column;
  }
}

/** The statements of each table. */
export const STATEMENTS = mapTables((table) => new TableStatements(table));
