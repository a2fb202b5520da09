import { inspect } from 'node:util';
import type { World } from '../servers/world.js';
import type { Row } from './row.js';

/**
 * Measures rows one after the other, and stops what each has started. One that fails is named, with its error, and the others
 * continue.
 *
 * @param worlds in which the rows start what they need
 * @returns the names of the rows that failed
 */
export async function measureRows(
  rows: readonly Row[],
  worlds: readonly Pick<World, 'endRow'>[],
  measure: (row: Row) => Promise<void>,
  print: (text: string) => void = (text) => process.stdout.write(text),
): Promise<string[]> {
  const failed: string[] = [];
  for (const row of rows) {
    if (typeof row.skip === 'string') {
      print(`${row.name}\n  skipped: ${row.skip}\n\n`);
      continue;
    }
    try {
      await endingRow(worlds, () => measure(row));
    } catch (error) {
      failed.push(row.name);
      print(`${row.name}\n  FAILED: ${inspect(error)}\n\n`);
    }
  }
  if (failed.length > 0) print(`failed: ${failed.join('; ')}\n`);
  return failed;
}

async function endingRow(
  worlds: readonly Pick<World, 'endRow'>[],
  measure: () => Promise<void>,
): Promise<void> {
  try {
    await measure();
  } finally {
    for (const world of worlds) await world.endRow();
  }
}
