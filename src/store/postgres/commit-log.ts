import { randomUUID } from 'node:crypto';
import type { BoundStatement } from './compile-writes.js';
import type { Connection } from './connection.js';

/** The SQLSTATE with which `log_commit` ends the transaction of a writer that no longer has an entry. */
export const WRITER_UNKNOWN = 'GH002';

/** Entries of writers that have not committed for this long are removed, in days. */
const FORGOTTEN_DAYS = 30;

const RENAME = 'UPDATE commit_log SET writer = $2::uuid WHERE writer = $1::uuid RETURNING committed';
const FIND = 'SELECT committed FROM commit_log WHERE writer = $1::uuid';
const ADD = 'INSERT INTO commit_log (writer, committed) VALUES ($1::uuid, 0)';
const REMOVE_FORGOTTEN = 'DELETE FROM commit_log WHERE seen_at < now() - make_interval(days => $1::integer)';

/**
 * Tells a writer that lost its connection during COMMIT whether the transaction was committed: an entry for each
 * writer, which each of its transactions raises by one. Giving the entry another name waits for a transaction that is
 * still running, and stops one that has not begun yet, so the answer is final
 * (docs/adr/0043-a-store-in-postgresql.md).
 */
export class CommitLog {
  #writer: string = randomUUID();
  /** the name of the entry after the next renewal, the same until one succeeds */
  #nextWriter: string = randomUUID();
  #committed = 0;

  /** The first statement of the next transaction. */
  next(): BoundStatement {
    return { text: 'SELECT log_commit($1::uuid, $2::bigint)', values: [this.#writer, this.#committed + 1] };
  }

  /** The transaction was committed. */
  advance(): void {
    this.#committed += 1;
  }

  /**
   * Renames the entry of this writer, so that transactions over earlier connections can no longer commit. It can be
   * called again after a failure, also if the failed call was carried out.
   *
   * @returns whether the last transaction that was begun was committed; null if there is no entry of it
   */
  async renew(connection: Connection): Promise<boolean | null> {
    const committed = await this.#rename(connection);
    const isCommitted = committed === null ? null : committed === this.#committed + 1;
    this.#writer = committed === null ? await addEntry(connection) : this.#nextWriter;
    this.#nextWriter = randomUUID();
    this.#committed = committed ?? 0;
    // The outcome is known, whatever becomes of this; entries that stay are removed by the next renewal.
    await connection.query(REMOVE_FORGOTTEN, [FORGOTTEN_DAYS]).catch(() => undefined);
    return isCommitted;
  }

  /** @returns the number of the entry, under its new name; null: there is none */
  async #rename(connection: Connection): Promise<number | null> {
    const [renamed] = await connection.query(RENAME, [this.#writer, this.#nextWriter]);
    if (renamed !== undefined) return committedOf(renamed);
    // An attempt whose answer was lost has renamed it already.
    const [found] = await connection.query(FIND, [this.#nextWriter]);
    return committedOf(found);
  }

  /** Removes the entry of this writer. */
  async remove(connection: Connection): Promise<void> {
    await connection.query('DELETE FROM commit_log WHERE writer = $1', [this.#writer]);
  }
}

/** @returns the name of the entry, another one each time: it says nothing about an earlier transaction */
async function addEntry(connection: Connection): Promise<string> {
  const writer = randomUUID();
  await connection.query(ADD, [writer]);
  return writer;
}

function committedOf(row: unknown): number | null {
  if (typeof row !== 'object' || row === null || !('committed' in row)) return null;
  return Number(row.committed);
}
