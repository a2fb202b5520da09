import { resolve } from 'node:path';
import type { Command } from 'commander';
import { scopesText } from '../../control/consent/permissions.js';
import type { BackupContents } from '../../daemon/backup/backup-contents.js';
import type { RestoreSummary } from '../../daemon/backup/restore-backup.js';
import { systemClock } from '../../platform/clock.js';
import { UsageError } from '../../platform/errors.js';
import { localTime } from '../../platform/text/local-time.js';
import { toIsolatedText } from '../../platform/text/visible-text.js';
import { confirm } from '../support/confirm.js';
import type { AddCommand } from '../support/invocation.js';
import { withProgress } from '../support/progress.js';
import { fields, table } from '../support/table.js';

/** `guildhall restore`: replaces what a home keeps by a backup, and keeps the former data aside. */
export const addRestore: AddCommand = (program, run) => {
  program
    .command('restore <file>')
    .description(
      'put a backup back while no daemon runs; what was there before is kept in a folder of the home',
    )
    .option('--yes', 'do not ask whether its permissions and settings are yours')
    .action((file: string, { yes }: { yes?: true }, command: Command) =>
      run(command, async (invocation) => {
        const { restoreBackup } = await import('../../daemon/backup/restore-backup.js');
        const { files, result } = invocation;
        if (yes !== true && invocation.json)
          throw new UsageError('--json needs --yes, because nobody can be asked');
        const accept = async (contents: BackupContents) => {
          if (yes === true) return true;
          invocation.note(contentsText(contents, invocation.columns));
          return confirm(invocation.terminal, 'Restore it?');
        };
        const options = { files, source: resolve(file), clock: systemClock, accept };
        const summary = await withProgress(invocation, (onProgress) =>
          restoreBackup({ ...options, onProgress }),
        );
        if (summary !== null) result(summary, restoreText);
        else {
          invocation.note('Nothing was changed.');
          invocation.exitCode = 1;
        }
      }),
    );
};

/** What applications, other users and services could do after the restore. */
function contentsText({ accounts, remembered, settings }: BackupContents, columns: number | null): string {
  const rows = remembered.map(
    ({ application_id, key_capture, name, scopes }) =>
      [name, application_id, scopesText(scopes), key_capture] as const,
  );
  const values = Object.entries(settings).map(([key, value]) => [key, JSON.stringify(value)] as const);
  return [
    `The backup signs in as: ${accounts.length === 0 ? 'nobody' : accounts.map(toIsolatedText).join(', ')}`,
    `It allows applications to do this without asking:\n${table(['APPLICATION', 'ID', 'MAY', 'RECORDS KEYS'], rows, 'nothing', columns)}`,
    `It has these settings:\n${values.length === 0 ? 'none' : fields(values)}`,
  ].join('\n\n');
}

/** The backup may be anybody's, so its texts are. */
function restoreText({ created_at, files, former, version }: RestoreSummary): string {
  const [time, writer] = [localTime(created_at), version].map(toIsolatedText);
  const restored = `restored ${files} files from ${time} (version ${writer})`;
  if (former === null) return restored;
  return `${restored}\nWhat was there before is in ${former}; remove it when you no longer need it.`;
}
