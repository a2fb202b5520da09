import { randomUUID } from 'node:crypto';
import type { BoundStatement } from './compile-writes.js';
import type { Connection } from './connection.js';

/** The SQLSTATE with which `log_commit` ends the transaction of a writer that has no entry any more. */
export const WRITER_UNKNOWN = 'GH002';

/** Entries of writers that have not committed for this long are removed, in days. */
const FORGOTTEN_DAYS = 30;

/**
 * What tells a writer that lost its connection during COMMIT whether the transaction was committed: an entry for each
 * writer, which each of its transactions raises by one. Deleting the entry waits for a transaction that is still
 * running, and stops one that has not begun yet, so the answer is final
 * (docs/adr/0075-a-store-in-postgresql.md).
 */
export class CommitLog {
  #writer = randomUUID();
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
   * Replaces the entry of this writer, so that no transaction over a former connection can commit any more.
   *
   * @returns whether the last transaction that was begun was committed; null if there is no entry of it
   */
  async renew(connection: Connection): Promise<boolean | null> {
    const former = await connection.query('DELETE FROM commit_log WHERE writer = $1 RETURNING committed', [
      this.#writer,
    ]);
    const isCommitted = former.length === 0 ? null : isEntryOf(former[0], this.#committed + 1);
    const writer = randomUUID();
    await connection.query('INSERT INTO commit_log (writer, committed) VALUES ($1, 0)', [writer]);
    this.#writer = writer;
    this.#committed = 0;
    await connection.query(
      'DELETE FROM commit_log WHERE seen_at < now() - make_interval(days => $1::integer)',
      [FORGOTTEN_DAYS],
    );
    return isCommitted;
  }

  /** Removes the entry of this writer. */
  async remove(connection: Connection): Promise<void> {
    await connection.query('DELETE FROM commit_log WHERE writer = $1', [this.#writer]);
  }
}

function isEntryOf(row: unknown, committed: number): boolean {
  return typeof row === 'object' && row !== null && 'committed' in row && row.committed === committed;
}
