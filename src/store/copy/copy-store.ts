import { StoreError } from '../errors.js';
import type { TableName } from '../sql/tables.js';
import { compareRows } from './compare-rows.js';
import { type CopySource, type CopyTarget, copyRows } from './copy-rows.js';

/** How often both stores are compared; the first time after a copy that was not interrupted finds no difference. */
const COMPARISONS = 3;

export type CopyPhase = 'copying' | 'comparing';

/** What a copy has done. */
export interface CopySummary {
  /** how many rows were written; those of an interrupted earlier copy are not counted */
  readonly written: number;
  /** how many rows were compared and found equal in the end */
  readonly compared: number;
  /** how many rows of an earlier copy were corrected */
  readonly corrected: number;
}

/**
 * Makes the target contain exactly the rows of the source, and compares both row by row.
 *
 * @throws {StoreError} COPY_DIFFERS: rows differ although they were just written
 */
export async function copyStore(
  source: CopySource,
  target: CopyTarget,
  onProgress: (phase: CopyPhase, table: TableName, rows: number) => void,
): Promise<CopySummary> {
  const written = await copyRows(source, target, (table, rows) => onProgress('copying', table, rows));
  let corrected = 0;
  for (let comparison = 1; comparison <= COMPARISONS; comparison += 1) {
    const counts = new Map<TableName, number>();
    const differences = await compareRows(source, target, (table, rows) => {
      counts.set(table, rows);
      onProgress('comparing', table, rows);
    });
    const compared = [...counts.values()].reduce((sum, rows) => sum + rows, 0);
    if (differences === 0) return { written, compared, corrected };
    corrected += differences;
  }
  throw new StoreError(`${corrected} rows of the copy differ from what was written`, 'COPY_DIFFERS');
}
