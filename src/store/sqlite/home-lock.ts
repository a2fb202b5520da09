import { UserError } from '../../platform/errors.js';
import { StoreError } from '../errors.js';
import { Database } from './database.js';

/**
 * Locks a home for one process, with a SQLite lock on an empty file: the operating system releases the lock when the
 * process ends, in whatever way, so there are no stale locks.
 */
export class HomeLock {
  private constructor(private readonly database: Database) {}

  /** @throws {UserError} if another process has the lock */
  static async take(path: string): Promise<HomeLock> {
    const database = await Database.open(path);
    try {
      // The file is empty, so nothing has to be written to the disk; and there is no waiting for the other process.
      await database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
      await database.exec('BEGIN EXCLUSIVE');
      return new HomeLock(database);
    } catch (error) {
      await database.close();
      if (error instanceof StoreError && error.code === 'SQLITE_BUSY') {
        throw new UserError(
          'A daemon is already running on this home',
          'stop it with `guildhall stop`, or choose another home with --home',
        );
      }
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.database.close();
  }
}
