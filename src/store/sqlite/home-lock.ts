import { open } from 'node:fs/promises';
import type { UserError } from '../../platform/errors.js';
import { isExistingFile } from '../../platform/files/text-file.js';
import { StoreError } from '../errors.js';
import { Database } from './database.js';

/**
 * Locks a home for one process, with a SQLite lock on an empty file: the operating system releases the lock when the
 * process ends, in whatever way, so there are no stale locks. Node.js has no `flock`; a file with a process id goes stale,
 * and so does the file of a socket, whose removal races with another start.
 */
export class HomeLock {
  private constructor(private readonly database: Database) {}

  /** @param busy thrown if another process has the lock */
  static async take(path: string, busy: UserError): Promise<HomeLock> {
    await createPrivate(path);
    const database = await Database.open(path);
    try {
      // The file is empty, so nothing has to be written to the disk. A doctor may read the file for a moment.
      await database.exec(
        'PRAGMA busy_timeout = 100; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF',
      );
      await database.exec('BEGIN EXCLUSIVE');
      return new HomeLock(database);
    } catch (error) {
      await database.close();
      if (error instanceof StoreError && error.code === 'SQLITE_BUSY') {
        throw busy;
      }
      throw error;
    }
  }

  /** Whether a process has the lock of a home. Nothing is locked. @throws {StoreError} if the file cannot be read */
  static async isTaken(path: string): Promise<boolean> {
    const database = await Database.openReadOnly(path);
    try {
      await database.exec('PRAGMA busy_timeout = 0; SELECT 1 FROM sqlite_master');
      return false;
    } catch (error) {
      if (error instanceof StoreError && error.code === 'SQLITE_BUSY') return true;
      throw error;
    } finally {
      await database.close();
    }
  }

  async stop(): Promise<void> {
    await this.database.close();
  }
}

/**
 * Creates the file unless it exists; SQLite would give it the mode of the umask. One that exists is not opened, because
 * closing it would release a lock that this process has on it.
 */
async function createPrivate(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    if (!isExistingFile(error)) throw error;
  });
  await file?.close();
}
