import { WrongReply } from './json.js';
import { normalizeText } from './normalize.js';
import type { Result, Row, Table, TableResult } from './row.js';
import { Trial, Unavailable } from './trial.js';
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
  const { verdict, reason } = await judge(row.check, trial);
  const { sent, received, events } = trial;
  return { line: row.line, verdict, reason, sent, received, events };
}

/** The verdict, with what is wrong; empty if nothing is. A fault of the audit itself counts as wrong, too. */
async function judge(
  check: (trial: Trial) => Promise<void>,
  trial: Trial,
): Promise<Pick<Result, 'verdict' | 'reason'>> {
  try {
    await check(trial);
    if (trial.sent.length === 0) return { verdict: 'wrong', reason: 'nothing was sent' };
    return { verdict: 'right', reason: '' };
  } catch (err) {
    if (err instanceof Unavailable) return { verdict: 'not applicable', reason: err.message };
    const reason =
      err instanceof WrongReply ? normalizeText(err.message) : `the audit failed: ${String(err)}`;
    return { verdict: 'wrong', reason };
  } finally {
    await trial.end();
  }
}
