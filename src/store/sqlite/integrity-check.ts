import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../../platform/errors.js';
import { isMissingFile, openRegularFile } from '../../platform/files/text-file.js';
import { StoreError } from '../errors.js';
import { Database, isDamage } from './database.js';
import { schemaVersion } from './schema/migrate.js';

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
 * Finds a store whose content was removed, before SQLite opens it: from what is left, SQLite would make an empty store and
 * remove the log.
 *
 * @param accountFile a file that names an account of this store, which has accounts then; null: there is none
 * @returns what is missing, or null
 */
export async function findLoss(path: string, accountFile: string | null = null): Promise<string | null> {
  const isInUse = Database.isOpen(path) && (await stat(path).catch(nullIfMissing)) !== null;
  const loss = isInUse ? null : await findLostFile(path, accountFile);
  if (loss !== null) return loss;
  if (accountFile === null || (await hasAccounts(path))) return null;
  return `it has no accounts, although ${accountFile} names one`;
}

/** Finds what is lost by the files of a store that this process has not opened. */
async function findLostFile(path: string, accountFile: string | null): Promise<string | null> {
  const header = await readHeader(path);
  const log = await stat(`${path}-wal`).catch(nullIfMissing);
  if (header === null || header.length < HEADER.bytes) {
    const what = header === null ? 'it is missing' : 'it was truncated';
    if (log !== null && log.size > 0) return `${what}, although there is its log ${path}-wal`;
    if (header === null) return accountFile && `${what}, although ${accountFile} names an account of it`;
  } else if (log === null && header[HEADER.format] === 2 && header.readInt32BE(HEADER.userVersion) === 0) {
    // Never written except for its header: everything was in the log.
    return `it is empty, and its log ${path}-wal is missing`;
  }
  return null;
}

/** The header of a database, shorter if the file is; null if there is no file. */
async function readHeader(path: string): Promise<Buffer | null> {
  const file = await openRegularFile(path).catch(nullIfMissing);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER.bytes), 0, HEADER.bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether a store has accounts, or is damaged in another way. Reading preserves a damaged log, which closing would remove. */
async function hasAccounts(path: string): Promise<boolean> {
  const database = await Database.openReadOnly(path);
  try {
    if ((await schemaVersion(database)) === 0) return false;
    return (await database.first('SELECT 1 FROM users LIMIT 1')) !== null;
  } catch (error) {
    if (isDamagedHeader(error)) return true;
    throw error;
  } finally {
    await database.close();
  }
}

function nullIfMissing(error: unknown): null {
  if (isMissingFile(error)) return null;
  throw error;
}

/**
 * Checks a store on a separate connection while it is in use: 10 GB take 10 s or more, and everything else that opening a
 * store does takes 3 ms. A store with damage accepts no more changes, but can be read and copied. Changes of the first
 * seconds may be in a store that has to be restored anyway. A clean stop is no reason to skip the check, which exists for
 * what happens to the file while nobody uses it.
 */
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
