import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { RestoreSummary } from '../daemon/backup/restore-backup.js';
import { systemClock } from '../platform/clock.js';
import { localTime } from '../platform/local-time.js';
import { toIsolatedText } from '../platform/visible-text.js';
import type { AddCommand } from './support/invocation.js';
import { withProgress } from './support/progress.js';

/** `guildhall restore`: replaces what a home keeps by a backup, and keeps the former data aside. */
export const addRestore: AddCommand = (program, run) => {
  program
    .command('restore <file>')
    .description(
      'put a backup back while no daemon runs; what was there before is kept in a folder of the home',
    )
    .action((file: string, _options: unknown, command: Command) =>
      run(command, async (invocation) => {
        const { restoreBackup } = await import('../daemon/backup/restore-backup.js');
        const { files, result } = invocation;
        const options = { files, source: resolve(file), clock: systemClock };
        const summary = await withProgress(invocation, (onProgress) =>
          restoreBackup({ ...options, onProgress }),
        );
        result(summary, restoreText);
      }),
    );
};

/** The backup may be anybody's, so its texts are. */
function restoreText({ created_at, files, former, version }: RestoreSummary): string {
  const [time, writer] = [localTime(created_at), version].map(toIsolatedText);
  const restored = `restored ${files} files from ${time} (version ${writer})`;
  if (former === null) return restored;
  return `${restored}\nWhat was there before is in ${former}; remove it when you no longer need it.`;
}
