import { UserError } from '../../platform/errors.js';
import { StoreError } from '../errors.js';
import type { Reader, SqlValue } from '../sql/reader.js';
import type { RowValues, Table } from '../sql/table.js';
import { TABLE_NAMES, type TableName, tableOf } from '../sql/tables.js';
import type { Writer } from '../sql/writer.js';

/** How many rows are read and written at once; the largest, images, are some hundred KB each. */
const ROWS_OF_PAGE = 500;

/** The SQLSTATE of text that PostgreSQL cannot store. */
const INVALID_TEXT = '22021';

/** A store that rows are read from; it must not change during the copy. */
export interface CopySource {
  readonly reader: Reader;
}

/** A store that rows are written to, which nothing else uses. */
export interface CopyTarget {
  readonly reader: Reader;
  readonly writer: Writer;
}

/** @param rows the number of copied rows @param table the table that is read */
export type CopyProgress = (table: TableName, rows: number) => void;

/**
 * Copies the rows of all tables, in the order of their keys. An interrupted copy is resumed.
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
      await writePage(target, name, page);
      rows += page.length;
      onProgress(name, rows);
    }
    written += rows;
  }
  return written;
}

async function writePage({ writer }: CopyTarget, name: TableName, page: readonly RowValues[]): Promise<void> {
  try {
    await writer.commit(page.map((row) => ({ kind: 'put', table: name, row })));
  } catch (error) {
    requireStorableText(name, page, error);
    throw error;
  }
}

/** @throws {UserError} that names the row for which PostgreSQL refused a page: text in it has U+0000 */
function requireStorableText(name: TableName, page: readonly RowValues[], cause: unknown): void {
  if (!(cause instanceof StoreError) || cause.code !== INVALID_TEXT) return;
  const table = tableOf(name);
  for (const row of page) {
    const column = table.columns.find((_, index) => String(row[index]).includes('\0'));
    if (column === undefined) continue;
    const key = table.keyOf(row).join(', ');
    throw new UserError(
      `${column} of the row ${JSON.stringify(key)} of ${name} has the character U+0000, which PostgreSQL cannot store`,
      'Change it in the service that has the store now, and copy again',
    );
  }
}

/** The rows of a table in the order of their keys, page by page. @param after the row that they come after */
export async function* pagesOf(
  reader: Reader,
  name: TableName,
  after: RowValues | null = null,
): AsyncGenerator<RowValues[]> {
  const table = tableOf(name);
  const key = table.key.join(', ');
  const bounds = table.key
    .map((column) => (table.kindOf(column) === 'id' ? 'CAST(? AS BIGINT)' : '?'))
    .join(', ');
  for (let last = after; ; ) {
    const condition = last === null ? '' : `WHERE (${key}) > (${bounds})`;
    const values = last === null ? [] : keyValues(table, last);
    const source = `FROM ${name} ${condition} ORDER BY ${key} LIMIT ?`;
    const page = await reader.values(name, source, ...values, ROWS_OF_PAGE);
    if (page.length > 0) yield page;
    last = page.at(-1) ?? null;
    if (page.length < ROWS_OF_PAGE) return;
  }
}

/** The row with the greatest key; null if there is none. */
async function lastRow(reader: Reader, name: TableName): Promise<RowValues | null> {
  const order = tableOf(name)
    .key.map((column) => `${column} DESC`)
    .join(', ');
  return (await reader.values(name, `FROM ${name} ORDER BY ${order} LIMIT 1`))[0] ?? null;
}

function keyValues(table: Table<object>, row: RowValues): SqlValue[] {
  return table.keyOf(row).map((value) => (typeof value === 'number' ? value : String(value)));
}
