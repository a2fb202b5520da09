import { WrongReply } from './json.js';
import { normalizeText } from './normalize.js';
import type { Result, Row, Table, TableResult } from './row.js';
import { Trial } from './trial.js';
import type { World } from './world.js';

/** Tries every row of some tables, one after the other. */
export async function runTables(world: World, tables: readonly Table[]): Promise<TableResult[]> {
  const done: TableResult[] = [];
  for (const { title, rows } of tables) {
    const results: Result[] = [];
    for (const row of rows) results.push(await runRow(world, row));
    done.push({ title, results });
  }
  return done;
}

async function runRow(world: World, row: Row): Promise<Result> {
  if (!('check' in row)) {
    const { line, notApplicable: reason } = row;
    return { line, verdict: 'not applicable', reason, sent: [], received: [], events: [] };
  }
  const trial = new Trial(world);
  const reason = await findFault(row.check, trial);
  const { sent, received, events } = trial;
  return { line: row.line, verdict: reason === '' ? 'right' : 'wrong', reason, sent, received, events };
}

/** What is wrong; empty if nothing is. A fault of the audit itself counts as wrong, too. */
async function findFault(check: (trial: Trial) => Promise<void>, trial: Trial): Promise<string> {
  try {
    await check(trial);
    if (trial.sent.length === 0) return 'nothing was sent';
    return '';
  } catch (err) {
    return err instanceof WrongReply ? normalizeText(err.message) : `the audit failed: ${String(err)}`;
  } finally {
    await trial.end();
  }
}
