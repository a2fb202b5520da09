import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { compareResults } from './compare-results.js';
import { formatMachine, formatTable, insertTable } from './format-table.js';
import { judgeRow, type RowResult } from './judge-row.js';
import { type BenchRecord, mergeRecords, readRecord, writeRecord } from './record.js';

/** The result of a row in whose rounds an operation took so much CPU time, beside a bound of 10 µs. */
function result(name: string, cpu: readonly number[]): RowResult {
  const goals = [{ measure: 'cpu', against: 'bound', atMost: 2 } as const];
  return judgeRow(name, goals, [
    { subject: 'Guildhall', samples: cpu.map((value) => ({ values: { cpu: value } })) },
    { subject: 'bound', samples: cpu.map(() => ({ values: { cpu: 10 } })) },
  ]);
}

function record(commit: string, results: readonly RowResult[]): BenchRecord {
  const rows = results.map((row) => ({ ...row, commit, date: '2026-01-01T00:00:00.000Z' }));
  return { node: 'v20', cores: 2, processor: 'x', diskSync: 0.3, versions: { ws: '8' }, rows };
}

test('a run replaces the rows that it measured and keeps the others, in the order of the rows', () => {
  const earlier = record('a', [result('one', [10]), result('two', [10]), result('gone', [10])]);
  const merged = mergeRecords(earlier, record('b', [result('two', [20])]), ['two', 'one']);
  assert.deepEqual(
    merged.rows.map(({ name, commit }) => [name, commit]),
    [
      ['two', 'b'],
      ['one', 'a'],
    ],
  );
});

test('results are read from a file as they were written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
  try {
    const path = join(folder, 'bench', 'last.json');
    assert.equal(readRecord(path), null);
    const written = record('a', [result('one', [10, 11, 12])]);
    writeRecord(path, written);
    assert.deepEqual(readRecord(path), written);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a change beyond the spread of both runs is better or worse, and one within it neither', () => {
  const verdict = (before: readonly number[], now: readonly number[]) =>
    compareResults(result('row', before), result('row', now)).map((change) => change.verdict);
  assert.deepEqual(verdict([10, 11, 12], [14, 15, 16]), ['WORSE']);
  assert.deepEqual(verdict([14, 15, 16], [10, 11, 12]), ['better']);
  assert.deepEqual(verdict([10, 11, 12], [11, 12, 13]), [undefined]);
  // Apart, and yet less than three hundredths.
  assert.deepEqual(verdict([10, 10, 10], [10.2, 10.2, 10.2]), [undefined]);
});

test('the table has a line for each subject, with its ratio and the verdict of its goal', () => {
  const lines = formatTable(record('a', [result('row', [15, 15, 15])])).split('\n');
  assert.deepEqual(lines.slice(2), [
    '| row | Guildhall | CPU 15.0 µs |  |  |  |',
    '|  | bound | CPU 10.0 µs |  | CPU ×1.50 (1.50–1.50) | CPU ≤ 2: 1.50, met |',
  ]);
});

test('the table says which commits were measured, and on what', () => {
  assert.equal(
    formatMachine(record('a', [result('row', [15])])),
    'Measured at a with Node.js v20 on 2 cores (x), beside ws 8.\nWriting a page to the disk and waiting for it took 0.30 ms.',
  );
});

test('the table goes between the markers of a document, and again into the same place', () => {
  const page = 'before\n<!-- measured -->\n<!-- /measured -->\nafter\n';
  const once = insertTable(page, '| a |');
  assert.equal(once, 'before\n<!-- measured -->\n\n| a |\n\n<!-- /measured -->\nafter\n');
  assert.equal(insertTable(once, '| a |'), once);
  assert.throws(() => insertTable('nothing', '| a |'), TypeError);
});
