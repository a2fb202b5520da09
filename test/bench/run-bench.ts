import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compareResults } from './kernel/compare-results.js';
import { formatChanges, formatRow } from './kernel/format-row.js';
import { formatMachine, formatTable, insertTable } from './kernel/format-table.js';
import { judgeRow } from './kernel/judge-row.js';
import { FULL, measureRounds, SHORT } from './kernel/measure-row.js';
import { measureRows } from './kernel/measure-rows.js';
import { mergeRecords, type RecordedRow, readRecord, writeRecord } from './kernel/record.js';
import type { Row } from './kernel/row.js';
import { commitOf, describeMachine } from './machine.js';
import { parseBenchArguments } from './parse-arguments.js';
import { ROWS } from './rows/index.js';
import { selectRows } from './select-rows.js';
import { World } from './servers/world.js';

/** `npm run bench [-- TEXT…] [--short] [--write-docs] [--checkout DIR]` (docs/performance.md, How it is measured). */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LAST = `${ROOT}build/bench/last.json`;
const COMMITTED = `${ROOT}docs/performance.json`;
const PAGE = `${ROOT}docs/performance.md`;

const options = parseBenchArguments(process.argv.slice(2));
const checkout = options.checkout ?? ROOT;
const last = readRecord(LAST);
const committed = readRecord(COMMITTED);
const commit = commitOf(checkout);
const rows: RecordedRow[] = [];

const machine = await describeMachine();
const names = ROWS.map(({ name }) => name);

/** After each row: one that fails later must not lose those before it. */
function save(): void {
  const run = { ...machine, rows };
  // Short rounds say nothing about speed.
  if (!options.isShort) writeRecord(LAST, mergeRecords(last, run, names));
  if (!options.writesDocs) return;
  const record = mergeRecords(committed, run, names);
  writeRecord(COMMITTED, record);
  const measured = `${formatMachine(record)}\n\n${formatTable(record)}`;
  writeFileSync(PAGE, insertTable(readFileSync(PAGE, 'utf8'), measured));
}

async function measure(row: Row): Promise<void> {
  const measured = await measureRounds(row, await row.open(world), options.isShort ? SHORT : FULL);
  const result = judgeRow(row.name, row.goals, measured);
  rows.push({ ...result, commit, date: new Date().toISOString() });
  save();
  process.stdout.write(`${formatRow(result)}\n`);
  const before = [last, committed]
    .flatMap((record) => record?.rows ?? [])
    .find(({ name }) => name === row.name);
  if (before !== undefined)
    process.stdout.write(formatChanges(before.commit, compareResults(before, result)));
  process.stdout.write('\n');
}

const world = new World(checkout);
try {
  const failed = await measureRows(selectRows(ROWS, options.isWanted), [world], measure);
  if (failed.length > 0) process.exitCode = 1;
} finally {
  await world.stop();
}
