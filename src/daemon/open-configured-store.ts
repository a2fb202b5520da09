import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import type { ObserveCommits } from '../store/commit.js';
import { openStore } from '../store/sqlite/open-store.js';
import type { Store } from '../store/store.js';
import { findOwnAccountFile } from './accounts/saved-accounts.js';
import type { Configuration } from './configuration.js';

export interface OpenStoreOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly observe: ObserveCommits | null;
  readonly onError: (error: unknown) => void;
}

/** Opens the store of a service: the SQLite file of its home, or a PostgreSQL database (docs/operating.md, PostgreSQL). */
export async function openConfiguredStore(
  { files, store: url, node }: Pick<Configuration, 'files' | 'store' | 'node'>,
  { clock, log, observe, onError }: OpenStoreOptions,
): Promise<Store> {
  if (url === null) {
    const accountFile = await findOwnAccountFile(files);
    return openStore(files.database, onError, { observe, accountFile });
  }
  // The driver is only loaded if it is used.
  const [{ readConnectionUrl }, { openPostgresStore }, { writeBackup }] = await Promise.all([
    import('../store/postgres/connection-settings.js'),
    import('../store/postgres/open-store.js'),
    import('../store/copy/write-backup.js'),
  ]);
  const settings = readConnectionUrl(url);
  const backup = (path: string) => writeBackup(settings, path);
  const use = node === null ? 'alone' : 'node';
  const store = await openPostgresStore({ settings, use, clock, onError, observe, backup });
  const file = await settings.overriddenPasswordFile();
  if (file !== null) {
    const hint = 'Start without PGPASSWORD in the environment to use the file';
    log.warn({ file, hint }, 'used PGPASSWORD instead of the password file of the database');
  }
  return store;
}
