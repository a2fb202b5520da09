import { lstat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { withResource } from '../platform/async/with-resource.js';
import type { Clock } from '../platform/clock.js';
import { UsageError, UserError } from '../platform/errors.js';
import { findProtectedPath } from '../platform/files/changeable-folder.js';
import { giveName, refuseExisting } from '../platform/files/new-file.js';
import { createPrivateFile, restrictToOwner } from '../platform/files/private-file.js';
import { isExistingFile, pathExists } from '../platform/files/text-file.js';
import { findForeignOwner } from '../platform/files/windows-access.js';
import { homeFiles } from '../platform/home.js';
import { type CopyPhase, type CopySummary, copyStore } from '../store/copy/copy-store.js';
import { isConnectionUrl, readConnectionUrl } from '../store/postgres/connection-settings.js';
import { openPostgresSource, openPostgresTarget } from '../store/postgres/copy-access.js';
import { openSqliteSource, openSqliteTarget } from '../store/sqlite/copy-access.js';
import { HomeLock } from '../store/sqlite/home-lock.js';
import { homeInUse } from './lock-home.js';

export interface CopyOptions {
  /** the path of a SQLite file, or the URL of a PostgreSQL database; the other one is of the other kind */
  readonly source: string;
  readonly target: string;
  readonly clock: Clock;
  readonly onProgress: (phase: CopyPhase, table: string, rows: number) => void;
}

/** What `guildhall store copy --json` prints. */
export interface CopyReport extends CopySummary {
  /** where the copy is: a path, or an address without credentials */
  readonly target: string;
}

/**
 * Copies a store between SQLite and PostgreSQL, and compares all rows. A copy that was interrupted continues
 * (docs/operating.md, PostgreSQL).
 *
 * @throws {UsageError} if not exactly one of both is a PostgreSQL database
 * @throws {UserError} if a daemon uses the file, or the target already has a store
 */
export function copyConfiguredStore(options: CopyOptions): Promise<CopyReport> {
  const isFromPostgres = isConnectionUrl(options.source);
  if (isFromPostgres === isConnectionUrl(options.target)) {
    throw new UsageError(
      'one of the two must be a SQLite file, and the other the URL of a PostgreSQL database',
    );
  }
  return isFromPostgres ? copyToSqlite(options) : copyToPostgres(options);
}

async function copyToPostgres({ source, target, clock, onProgress }: CopyOptions): Promise<CopyReport> {
  const path = resolve(source);
  const settings = readConnectionUrl(target);
  if (!(await pathExists(path))) throw new UserError(`there is no store ${path}`);
  const lock = await lockHome(path);
  try {
    return await withResource(openSqliteSource(path), (from) =>
      withResource(openPostgresTarget(settings, clock), async (to) => {
        const summary = await copyStore(from, to, onProgress);
        await to.complete();
        return { ...summary, target: settings.address };
      }),
    );
  } finally {
    await lock?.stop();
  }
}

async function copyToSqlite({ source, target, onProgress }: CopyOptions): Promise<CopyReport> {
  const path = await findProtectedPath(resolve(target), 'the copy');
  // The file gets its name when it is complete.
  const partial = `${path}.partial`;
  await refuseExisting(path);
  await makePrivate(partial);
  const summary = await withResource(openPostgresSource(readConnectionUrl(source)), (from) =>
    withResource(openSqliteTarget(partial), (to) => copyStore(from, to, onProgress)),
  );
  await giveName(partial, path);
  return { ...summary, target: path };
}

/** Makes a file that its owner alone can read, unless a former copy made it. @throws {UserError} if it is somebody else's */
async function makePrivate(path: string): Promise<void> {
  try {
    await (await createPrivateFile(path)).close();
  } catch (error) {
    if (!isExistingFile(error)) throw error;
    const stats = await lstat(path);
    const isForeign =
      process.getuid === undefined ? findForeignOwner(path) !== null : stats.uid !== process.getuid();
    if (!stats.isFile() || isForeign)
      throw new UserError(`${path} is not a file that you own`, 'Remove it, or choose another file');
    await restrictToOwner(path, 0o600);
  }
}

/** Locks the home that a store is in, so that no daemon changes it meanwhile; null if it is in none. */
async function lockHome(path: string): Promise<HomeLock | null> {
  const { lock, database } = homeFiles(dirname(path));
  if (path !== database || !(await pathExists(lock))) return null;
  return HomeLock.take(lock, homeInUse(dirname(path)));
}
