import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RowResult } from './judge-row.js';

/** The result of a row with what it was measured on. */
export interface RecordedRow extends RowResult {
  readonly commit: string;
  /** an ISO date */
  readonly date: string;
}

/** The results of one or more runs, as they are kept in a file. */
export interface BenchRecord {
  readonly node: string;
  readonly cores: number;
  readonly processor: string;
  /** how long it takes to write a page and wait for the disk, in milliseconds */
  readonly diskSync: number;
  /** of the packages that are bounds and peers */
  readonly versions: Readonly<Record<string, string>>;
  readonly rows: readonly RecordedRow[];
}

/** Puts the rows of a run in the place of those of earlier runs, and keeps the others. @param names in their order */
export function mergeRecords(
  earlier: BenchRecord | null,
  run: BenchRecord,
  names: readonly string[],
): BenchRecord {
  const rows = new Map([...(earlier?.rows ?? []), ...run.rows].map((row) => [row.name, row]));
  return { ...run, rows: names.map((name) => rows.get(name)).filter((row) => row !== undefined) };
}

/** @returns null if there is no file */
export function readRecord(path: string): BenchRecord | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as BenchRecord) : null;
}

/** Numbers are rounded to five digits. */
export function writeRecord(path: string, record: BenchRecord): void {
  const round = (_key: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(5)) : value;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(record, round, 2)}\n`);
}
