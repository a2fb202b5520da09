import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../../platform/errors.js';
import { pathExists } from '../../platform/text-file.js';
import { StoreError } from '../errors.js';
import { Database, isDamage } from './database.js';

/**
 * The quick check reads every page and row but does not compare indexes with their tables, which is most of the full
 * check's time (and REINDEX repairs that). It takes about a second for each GB.
 *
 * @returns what is damaged, or null
 */
export async function findDamage(database: Database): Promise<string | null> {
  try {
    const row = await database.first<{ quick_check: string }>('PRAGMA quick_check(1)');
    return row?.quick_check === 'ok' ? null : (row?.quick_check ?? 'no answer');
  } catch (error) {
    if (isDamage(error)) return error.message;
    throw error;
  }
}

/** Whether a file is damaged that failed to be opened: what its header says about it is an error of the statement. */
export function isDamagedHeader(error: unknown): error is StoreError {
  return isDamage(error) || (error instanceof StoreError && error.code === 'SQLITE_ERROR');
}

/** Where the header of a database has the version of its format, 2 with a log, and that of the schema (SQLite, Database file format). */
const HEADER = { bytes: 100, format: 18, userVersion: 60 } as const;

/**
 * Finds a store that was never written except for its header, although its log is gone: everything was in the log. Removed
 * with it, e.g. after a crash, a new store would be made in its place.
 *
 * @returns what is missing, or null
 */
export async function findMissingLog(path: string): Promise<string | null> {
  if (await pathExists(`${path}-wal`)) return null;
  const file = await open(path);
  try {
    const { buffer: header, bytesRead } = await file.read(Buffer.alloc(HEADER.bytes), 0, HEADER.bytes, 0);
    if (bytesRead < HEADER.bytes || header[HEADER.format] !== 2) return null;
    return header.readInt32BE(HEADER.userVersion) === 0
      ? `it is empty, and its log ${path}-wal is missing`
      : null;
  } finally {
    await file.close();
  }
}

/** Checks a store on a connection of its own while it is in use (docs/adr/0046-checking-a-large-store.md). */
export class BackgroundCheck {
  readonly #running: Promise<void>;
  #stopped = false;
  #finished = false;

  private constructor(
    private readonly database: Database,
    onDamage: (reason: string) => void,
  ) {
    this.#running = this.#run(onDamage);
  }

  /** @param onDamage called at most once, with what is damaged or why it could not be checked */
  static async start(path: string, onDamage: (reason: string) => void): Promise<BackgroundCheck> {
    return new BackgroundCheck(await Database.open(path), onDamage);
  }

  /** Ends the check, whether or not it has finished. */
  async stop(): Promise<void> {
    this.#stopped = true;
    // SQLite ignores an interrupt while the statement is still being prepared.
    while (!this.#finished) {
      this.database.interrupt();
      await setImmediate();
    }
    await this.#running;
    await this.database.close();
  }

  async #run(onDamage: (reason: string) => void): Promise<void> {
    // What cannot be checked counts as damaged.
    const damage = await findDamage(this.database).catch(messageOf);
    this.#finished = true;
    if (damage !== null && !this.#stopped) onDamage(damage);
  }
}
