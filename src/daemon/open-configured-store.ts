import { pause } from '../platform/async/promises.js';
import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import type { ObserveCommits } from '../store/commit.js';
import { UnreachableError } from '../store/errors.js';
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

/** The pause after an attempt, in milliseconds. */
const AGAIN_MS = 1_000;

export interface WaitOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** aborts the start */
  readonly stopping: AbortSignal;
}

/**
 * Opens the store of a node, and waits for its server: after a power cut the machine of the node may start first, and no service
 * manager starts a node again whose start was refused.
 *
 * @throws the reason of `stopping`; what `open` throws apart from `UnreachableError`
 */
export async function openWhenReachable<Opened>(
  open: () => Promise<Opened>,
  { clock, log, stopping }: WaitOptions,
): Promise<Opened> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      const opened = await open();
      if (!isFirst) log.info('reached the database');
      return opened;
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      if (isFirst) log.warn({ reason: error.message }, 'the database is unreachable; waiting for it');
    }
    await pause(clock, AGAIN_MS, stopping);
    stopping.throwIfAborted();
  }
}
