import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../../platform/errors.js';
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
