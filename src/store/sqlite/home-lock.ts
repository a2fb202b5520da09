import { UserError } from '../../platform/errors.js';
import { StoreError } from '../errors.js';
import { Database } from './database.js';

/**
 * Holds a home for one process. The lock is SQLite's own on a file that holds nothing: the operating system lets go
 * of it with the process, however that ends, so there is no stale lock to judge.
 */
export class HomeLock {
  private constructor(private readonly database: Database) {}

  /** @throws {UserError} if another process holds the home */
  static async take(path: string): Promise<HomeLock> {
    const database = await Database.open(path);
    try {
      // Nothing is kept in it, so nothing needs to reach the disk; the other process is not waited for either.
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
