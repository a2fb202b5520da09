import type { SqlValue } from '../sql/bound-statement.js';
import type { Reader } from '../sql/reader.js';
import type { Table } from '../sql/table.js';
import { TABLES, type TableName, tableOf } from '../sql/tables.js';
import type { Writer } from '../sql/writer.js';
import { put } from '../sql/writes.js';

/** How many rows are read and written at once; the largest, images, are some hundred KB each. */
const ROWS_OF_PAGE = 500;

/** A store that rows are read from: it does not change meanwhile. */
export interface CopySource {
  readonly reader: Reader;
}

/** A store that rows are written to, which nothing else uses. */
export interface CopyTarget {
  readonly reader: Reader;
  readonly writer: Writer;
}

/** @param rows how many rows of a table are done @param table is being read */
export type CopyProgress = (table: TableName, rows: number) => void;

/** All tables, parents before the tables that refer to them. */
export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/**
 * Copies the rows of all tables, in the order of their keys. Where a former copy was interrupted it goes on.
 *
 * @returns how many rows were written
 */
export async function copyRows(
  source: CopySource,
  target: CopyTarget,
  onProgress: CopyProgress,
): Promise<number> {
  let written = 0;
  for (const name of TABLE_NAMES) {
    let rows = 0;
    for await (const page of pagesOf(source.reader, name, await lastRow(target.reader, name))) {
      await target.writer.commit(page.map((row) => put(name, row as never)));
      rows += page.length;
      onProgress(name, rows);
    }
    written += rows;
  }
  return written;
}

/** The rows of a table in the order of their keys, page by page. @param after the row that they come after */
export async function* pagesOf(
  reader: Reader,
  name: TableName,
  after: object | null = null,
): AsyncGenerator<object[]> {
  const table = tableOf(name);
  const key = table.key.join(', ');
  const bounds = table.key
    .map((column) => (table.kindOf(column) === 'id' ? 'CAST(? AS BIGINT)' : '?'))
    .join(', ');
  for (let last = after; ; ) {
    const condition = last === null ? '' : `WHERE (${key}) > (${bounds})`;
    const values = last === null ? [] : keyValues(table, last);
    const source = `FROM ${name} ${condition} ORDER BY ${key} LIMIT ?`;
    const page: object[] = await reader.rows(name, source, ...values, ROWS_OF_PAGE);
    if (page.length > 0) yield page;
    last = page.at(-1) ?? null;
    if (page.length < ROWS_OF_PAGE) return;
  }
}

/** The row with the greatest key; null if there is none. */
async function lastRow(reader: Reader, name: TableName): Promise<object | null> {
  const order = tableOf(name)
    .key.map((column) => `${column} DESC`)
    .join(', ');
  return reader.row(name, `FROM ${name} ORDER BY ${order} LIMIT 1`);
}

function keyValues(table: Table<object>, row: object): SqlValue[] {
  return table.keyOf(row).map((value) => (typeof value === 'number' ? value : String(value)));
}
