import type { Command } from 'commander';
import type { CopyReport } from '../../daemon/copy-store.js';
import { systemClock } from '../../platform/clock.js';
import type { AddCommand } from '../support/invocation.js';

/** How many rows of a table are copied or compared between two lines of progress. */
const REPORTED_ROWS = 100_000;

/** `guildhall store copy`: copies a store between SQLite and PostgreSQL. */
export const addStore: AddCommand = (program, run) => {
  program
    .command('store')
    .description('copy the data of the service to another database')
    .command('copy <from> <to>')
    .description('copy a SQLite file into a PostgreSQL database, or back, and compare all rows')
    .action((source: string, target: string, _options: unknown, command: Command) =>
      run(command, async (invocation) => {
        const { copyConfiguredStore } = await import('../../daemon/copy-store.js');
        const { result, terminal, json } = invocation;
        let shown = '';
        const report = await copyConfiguredStore({
          source,
          target,
          clock: systemClock,
          onProgress(phase, table, rows) {
            const progress = progressText(`${phase} ${table}`, rows);
            if (json || progress === shown) return;
            shown = progress;
            terminal.writeError(`${shown}\n`);
          },
        });
        result(report, copyText);
      }),
    );
};

/** Changes with each step of many rows. */
function progressText(part: string, rows: number): string {
  const reached = rows - (rows % REPORTED_ROWS);
  return reached === 0 ? part : `${part}: ${reached} rows so far`;
}

function copyText({ target, written, compared, corrected }: CopyReport): string {
  const lines = [`copied to ${target}: wrote ${written} rows; all ${compared} rows are equal`];
  if (corrected > 0) lines.push(`${corrected} rows that a former copy had left were corrected.`);
  return lines.join('\n');
}
