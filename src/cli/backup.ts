import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { BackupSummary } from '../daemon/backup/create-backup.js';
import { systemClock } from '../platform/clock.js';
import type { AddCommand } from './support/invocation.js';
import { withProgress } from './support/progress.js';
import { sizeText } from './support/size-text.js';

/** `guildhall backup`: copies everything the daemon keeps into one file, whether or not it runs. */
export const addBackup: AddCommand = (program, run) => {
  program
    .command('backup <file>')
    .description('copy everything the daemon keeps into a new file, also while it runs')
    .action((file: string, _options: unknown, command: Command) =>
      run(command, async (invocation) => {
        const { createBackup } = await import('../daemon/backup/create-backup.js');
        const { files, result } = invocation;
        const options = { files, target: resolve(file), clock: systemClock };
        const summary = await withProgress(invocation, (onProgress) =>
          createBackup({ ...options, onProgress }),
        );
        result(summary, backupText);
      }),
    );
};

function backupText({ bytes, file, files, has_store, missing_files }: BackupSummary): string {
  const lines = [
    `wrote ${file} (${sizeText(bytes)}, ${files} files)`,
    `It contains tokens${has_store ? ' and messages' : ''}: keep it where only you can read it.`,
  ];
  if (!has_store) {
    lines.push(
      'It has no guilds and no messages: this home has no store.db. Back up a PostgreSQL database with pg_dump or guildhall store copy.',
    );
  }
  if (missing_files > 0) lines.push(`${missing_files} files of messages are missing in the home itself.`);
  return lines.join('\n');
}
