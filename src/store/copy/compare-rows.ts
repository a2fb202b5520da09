import type { RowValues } from '../sql/table.js';
import { TABLE_NAMES, type TableName, tableOf } from '../sql/tables.js';
import type { Write } from '../sql/writes.js';
import { type CopyProgress, type CopySource, type CopyTarget, pagesOf } from './copy-rows.js';

/** How many differences are corrected at once. */
const BATCH = 500;

/**
 * Compares all rows of two stores, and makes the target as the source is.
 *
 * @returns how many rows were missing in the target, different, or not in the source
 */
export async function compareRows(
  source: CopySource,
  target: CopyTarget,
  onProgress: CopyProgress,
): Promise<number> {
  let differences = 0;
  for (const name of TABLE_NAMES) {
    let batch: Write[] = [];
    for await (const write of correctionsOf(name, source, target, onProgress)) {
      differences += 1;
      batch.push(write);
      if (batch.length < BATCH) continue;
      await target.writer.commit(batch);
      batch = [];
    }
    await target.writer.commit(batch);
  }
  return differences;
}

/** The writes that make a table of the target as that of the source is. Both are read in the order of their keys. */
async function* correctionsOf(
  name: TableName,
  source: CopySource,
  target: CopyTarget,
  onProgress: CopyProgress,
): AsyncGenerator<Write> {
  const table = tableOf(name);
  const stored = rowsOf(target, name);
  let other = await stored.next();
  let rows = 0;
  for await (const row of rowsOf(source, name)) {
    while (other.done !== true && compareKeys(name, other.value, row) < 0) {
      yield { kind: 'remove', table: name, key: table.keyOf(other.value) };
      other = await stored.next();
    }
    const hasKey = other.done !== true && compareKeys(name, other.value, row) === 0;
    const isSame = hasKey && JSON.stringify(other.value) === JSON.stringify(row);
    if (!isSame) yield { kind: 'put', table: name, row };
    if (hasKey) other = await stored.next();
    rows += 1;
    onProgress(name, rows);
  }
  for (; other.done !== true; other = await stored.next())
    yield { kind: 'remove', table: name, key: table.keyOf(other.value) };
}

async function* rowsOf({ reader }: CopySource, name: TableName): AsyncGenerator<RowValues, undefined> {
  for await (const page of pagesOf(reader, name)) yield* page;
}

/** Ids as numbers, text by its bytes: as the databases order it. @returns below, at or above 0 */
function compareKeys(name: TableName, first: RowValues, second: RowValues): number {
  const table = tableOf(name);
  const others = table.keyOf(second);
  for (const [index, value] of table.keyOf(first).entries()) {
    const order =
      table.kindOf(table.key[index] ?? '') === 'id'
        ? compare(BigInt(String(value)), BigInt(String(others[index])))
        : Buffer.compare(Buffer.from(String(value)), Buffer.from(String(others[index])));
    if (order !== 0) return order;
  }
  return 0;
}

function compare(first: bigint, second: bigint): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
