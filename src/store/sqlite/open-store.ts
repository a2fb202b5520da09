import { chmod, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../../platform/errors.js';
import { makePrivateFolder } from '../../platform/files/private-file.js';
import type { ObserveCommits } from '../commit.js';
import { StoreDamagedError } from '../errors.js';
import { assembleStore } from '../sql/assemble-store.js';
import { observeCommits } from '../sql/observed-committer.js';
import { Writer } from '../sql/writer.js';
import type { Store } from '../store.js';
import { SqliteCommitter } from './committer.js';
import { Database } from './database.js';
import { BackgroundCheck, findDamage, findLoss, isDamagedHeader } from './integrity-check.js';
import { SqliteReader } from './reader.js';
import { migrate, schemaVersion } from './schema/migrate.js';
import { SCHEMA_STEPS } from './schema/steps.js';
import { copyStore } from './store-copy.js';
import { StoreFiles } from './store-files.js';

/** A store of up to this size is checked before it is used, which takes up to 50 ms; in bytes. */
const CHECKED_FIRST = 16 * 1024 * 1024;

export interface SqliteOptions {
  /** how many changes may share a transaction; by default all that wait */
  readonly changesOfCommit?: number;
  /** the size up to which a store is checked for damage before it is used, in bytes; larger ones are checked while they are used */
  readonly checkedFirst?: number;
  /** absent: nothing is observed */
  readonly observe?: ObserveCommits | null;
  /** a file that names an account of this store: without accounts it is refused, not made; absent: there is none */
  readonly accountFile?: string | null;
}

/**
 * Opens the store, making it if there is none.
 *
 * @param path the SQLite file; SQLite creates `-wal` and `-shm` next to it, with the same mode 0600
 * @param onError called for failed commits, for exceptions of listeners, and if damage is found in a store that is used
 * @throws {UserError} if a newer program made it, or if it is damaged or its content is missing
 */
export async function openStore(
  path: string,
  onError: (error: unknown) => void,
  { accountFile = null, changesOfCommit, checkedFirst = CHECKED_FIRST, observe = null }: SqliteOptions = {},
): Promise<Store> {
  const loss = await findLoss(path, accountFile);
  if (loss !== null) throw lost(path, loss, accountFile);
  await makePrivateFolder(dirname(path));
  await makePrivate(path);
  const writing = await Database.open(path);
  try {
    await configure(writing, path);
    const isLater = await isCheckedLater(writing, path, checkedFirst);
    const damage = isLater ? null : await findDamage(writing);
    if (damage !== null) throw damaged(path, damage);
    await migrate(writing, SCHEMA_STEPS, `the store ${path}`).catch((error: unknown) => {
      throw isDamagedHeader(error) ? damaged(path, error.message) : error;
    });
    const reading = await Database.open(path);
    await reading.exec('PRAGMA query_only = ON');
    const files = new StoreFiles(path);
    const committer = new SqliteCommitter(writing, () => {
      const change = files.findChange();
      if (change !== null) throw refuseChanges(change);
    });
    const writer = new Writer(observeCommits(committer, observe), onError, changesOfCommit);
    const refuseChanges = (reason: string) => writer.refuseFromNowOn(new StoreDamagedError(path, reason));
    for (const database of [reading, writing]) database.listenForDamage(refuseChanges);
    const checking = isLater ? await BackgroundCheck.start(path, refuseChanges) : null;
    return assemble({ path, reading, writing, writer, checking });
  } catch (error) {
    const isEmpty = await isEmptyStore(writing).catch(() => false);
    await writing.close().catch(() => undefined);
    // Closed, an empty store is without its log, as one whose log was lost: the next start would refuse it.
    if (isEmpty) await removeStore(path).catch(() => undefined);
    throw error;
  }
}

/** Whether no step of the schema was carried out, and no other program has put anything into the file. */
async function isEmptyStore(database: Database): Promise<boolean> {
  const tables = await database.first('SELECT 1 FROM sqlite_master LIMIT 1');
  return tables === null && (await schemaVersion(database)) === 0;
}

async function removeStore(path: string): Promise<void> {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) await rm(file, { force: true });
}

/** Makes the file before SQLite does, which would give it the mode of the umask. */
async function makePrivate(path: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  await file.close();
  await chmod(path, 0o600);
}

/** @throws {UserError} if the file is not a database */
async function configure(database: Database, path: string): Promise<void> {
  try {
    await database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
    // Only the triggers of combined statements are temporary; they need no file.
    await database.exec('PRAGMA temp_store = MEMORY');
  } catch (error) {
    throw isDamagedHeader(error) ? damaged(path, error.message) : error;
  }
}

/** Whether a store is checked while it is used: its size delays the start, and no step of the schema changes it first. */
async function isCheckedLater(database: Database, path: string, checkedFirst: number): Promise<boolean> {
  const { size } = await stat(path);
  return size > checkedFirst && (await schemaVersion(database)) === SCHEMA_STEPS.length;
}

function damaged(path: string, reason: string): UserError {
  return new UserError(`the store ${path} is damaged: ${reason}`, 'Restore a backup of it');
}

function lost(path: string, reason: string, accountFile: string | null): UserError {
  const anew =
    accountFile === null ? '' : ` To start without any data, move its files and ${accountFile} away.`;
  return new UserError(
    `the store ${path} is damaged: ${reason}`,
    `Move its files back, or restore a backup of it.${anew}`,
  );
}

interface StoreParts {
  readonly path: string;
  readonly reading: Database;
  readonly writing: Database;
  readonly writer: Writer;
  readonly checking: BackgroundCheck | null;
}

function assemble({ path, reading, writing, writer, checking }: StoreParts): Store {
  return assembleStore({
    reader: new SqliteReader(reading),
    writer,
    backup: (copy) => copyStore(path, copy),
    async close() {
      await checking?.stop();
      await reading.close();
      await writing.close();
    },
  });
}
