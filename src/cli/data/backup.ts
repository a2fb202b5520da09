import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { BackupSummary } from '../../daemon/backup/create-backup.js';
import { systemClock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors.js';
import { toPrintableText } from '../../platform/text/visible-text.js';
import type { AddCommand } from '../support/invocation.js';
import { withProgress } from '../support/progress.js';
import { sizeText } from '../support/size-text.js';

/** `guildhall backup`: copies everything the daemon keeps into one file, whether or not it runs. */
export const addBackup: AddCommand = (program, run) => {
  program
    .command('backup <file>')
    .description('copy everything the daemon keeps into a new file, also while it runs')
    .action((file: string, _options: unknown, command: Command) =>
      run(command, async (invocation) => {
        // Loaded only here, because few commands need the daemon's modules.
        const [{ createBackup, IN_POSTGRES }, { loadStoreUrl }] = await Promise.all([
          import('../../daemon/backup/create-backup.js'),
          import('../../daemon/configuration.js'),
        ]);
        const { files, result, terminal } = invocation;
        // Whose settings are wrong needs a backup no less.
        const usesPostgres = await loadStoreUrl(files.home, terminal.environment).then(
          (url) => url !== null,
          (error: unknown) => {
            terminal.writeError(toPrintableText(`warning: ${messageOf(error)}\n`));
            return false;
          },
        );
        const options = { files, target: resolve(file), usesPostgres, clock: systemClock };
        const summary = await withProgress(invocation, (onProgress) =>
          createBackup({ ...options, onProgress }),
        );
        result(summary, (backup) => backupText(backup, IN_POSTGRES));
      }),
    );
};

function backupText(
  { bytes, file, files, has_store, missing_files, uses_postgres }: BackupSummary,
  inPostgres: string,
): string {
  const lines = [
    `wrote ${file} (${sizeText(bytes)}, ${files} files)`,
    `It contains tokens${has_store ? ' and messages' : ''}: keep it where only you can read it.`,
  ];
  if (uses_postgres) lines.push(inPostgres);
  else if (!has_store) {
    lines.push(
      'It has no guilds and no messages: this home has no store.db. Back up a PostgreSQL database with pg_dump or guildhall store copy.',
    );
  }
  if (missing_files > 0) lines.push(`${missing_files} files of messages are missing in the home itself.`);
  return lines.join('\n');
}
