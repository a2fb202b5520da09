import { systemClock } from '#guildhall/platform/clock.js';
import { writeBackup } from '#guildhall/store/copy/write-backup.js';
import type { ConnectionSettings } from '#guildhall/store/postgres/connection-settings.js';
import { openPostgresStore } from '#guildhall/store/postgres/open-store.js';
import { PostgresReader } from '#guildhall/store/postgres/reader.js';
import type { Reader } from '#guildhall/store/sql/reader.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { SqliteReader } from '#guildhall/store/sqlite/reader.js';
import type { Store } from '#guildhall/store/store.js';
import { countNodes } from '../nodes/count-nodes.js';
import { sharedPostgres } from './postgres-server.js';

/** The databases in place of SQLite files, by the path of the file. */
const databases = new Map<string, { readonly name: string; readonly settings: ConnectionSettings }>();

/**
 * Opens the store of a service in a test: the SQLite file, or with GUILDHALL_TEST_STORE=postgres, or several nodes, a
 * database in its place.
 */
export function openStoreOfTest(path: string, onError: (error: unknown) => void): Promise<Store> {
  return isPostgres() ? openInPostgres(path, onError) : openStore(path, onError);
}

/** What the stores of tests read with. */
export function readerOfTest(): Pick<Reader, 'all'> {
  return isPostgres() ? PostgresReader.prototype : SqliteReader.prototype;
}

/** Whether the stores of tests are databases of PostgreSQL. */
export function isPostgres(): boolean {
  return process.env.GUILDHALL_TEST_STORE === 'postgres' || countNodes() > 1;
}

/** The database in place of a SQLite file; null: there is none. */
export function settingsOfTest(path: string): ConnectionSettings | null {
  return databases.get(path)?.settings ?? null;
}

/** Removes the database in place of a SQLite file, if there is one. */
export async function removeStoreOfTest(path: string): Promise<void> {
  const database = databases.get(path);
  databases.delete(path);
  if (database !== undefined) await (await sharedPostgres()).dropDatabase(database.name);
}

/** Opens a database of the server that tests share. @param path what it is called by */
export async function openInPostgres(path: string, onError: (error: unknown) => void): Promise<Store> {
  const server = await sharedPostgres();
  let database = databases.get(path);
  if (database === undefined) {
    const name = await server.takeDatabase();
    database = { name, settings: server.settings(name) };
    databases.set(path, database);
  }
  const { settings } = database;
  return openPostgresStore({
    settings,
    use: 'node',
    clock: systemClock,
    onError,
    backup: (copy) => writeBackup(settings, copy),
  });
}
