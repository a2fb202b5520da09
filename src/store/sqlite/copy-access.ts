import { UserError } from '../../platform/errors.js';
import type { CopySource, CopyTarget } from '../copy/copy-rows.js';
import { Writer } from '../sql/writer.js';
import { SqliteCommitter } from './committer.js';
import { Database } from './database.js';
import { SqliteReader } from './reader.js';
import { migrate, schemaVersion } from './schema/migrate.js';
import { SCHEMA_STEPS } from './schema/steps.js';

/** Opens a snapshot of a SQLite file as the source of a copy. @throws {UserError} its schema is another one */
export async function openSqliteSource(path: string): Promise<CopySource & { close(): Promise<void> }> {
  const database = await Database.openReadOnly(path);
  try {
    const version = await schemaVersion(database);
    if (version !== SCHEMA_STEPS.length) {
      throw new UserError(
        `the store ${path} has schema version ${version}, not ${SCHEMA_STEPS.length}`,
        'Start and stop a daemon of this version on it first',
      );
    }
    // All reads of a transaction see the same.
    await database.exec('BEGIN');
    return { reader: new SqliteReader(database), close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens a SQLite file as the target of a copy; an empty one becomes a store. */
export async function openSqliteTarget(path: string): Promise<CopyTarget & { close(): Promise<void> }> {
  const database = await Database.open(path);
  try {
    await database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
    await migrate(database, SCHEMA_STEPS);
  } catch (error) {
    await database.close();
    throw error;
  }
  const writer = new Writer(new SqliteCommitter(database), () => undefined);
  return {
    reader: new SqliteReader(database),
    writer,
    async close() {
      await writer.close();
      await database.close();
    },
  };
}
