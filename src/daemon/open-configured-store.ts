import type { Clock } from '../platform/clock.js';
import type { ObserveCommits } from '../store/commit-report.js';
import { openStore } from '../store/sqlite/open-store.js';
import type { Store } from '../store/store.js';
import { findOwnAccountFile } from './accounts/saved-accounts.js';
import type { Configuration } from './configuration.js';

/** Opens the store of a service: the SQLite file of its home, or a PostgreSQL database (docs/operating.md, PostgreSQL). */
export async function openConfiguredStore(
  { files, store: url, node }: Pick<Configuration, 'files' | 'store' | 'node'>,
  clock: Clock,
  onError: (error: unknown) => void,
  observe: ObserveCommits | null,
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
  return openPostgresStore({ settings, use, clock, onError, observe, backup });
}
