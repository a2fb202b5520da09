import { sleep } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import { UserError } from '../../platform/errors.js';
import type { Connection } from './connection.js';

/** How a process uses a database: alone, or as one of several nodes, each of which changes only the guilds that it owns. */
export type DatabaseUse = 'alone' | 'node';

type Statements = Pick<Connection, 'query'>;

/** Identifies the lock among the advisory locks of the database. */
const KEY = '1735748711, 1';
const THIS_LOCK = `locktype = 'advisory' AND classid = 1735748711 AND objid = 1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const TAKE: Readonly<Record<DatabaseUse, string>> = {
  alone: `SELECT pg_try_advisory_lock(${KEY}) AS "isTaken", pg_backend_pid() AS pid`,
  node: `SELECT pg_try_advisory_lock_shared(${KEY}) AS "isTaken", pg_backend_pid() AS pid`,
};

/** Makes the server detect after 25 s that a client's machine is unreachable; by default it takes hours. */
export const NOTICE_LOST_CLIENTS = `SELECT set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)`;

const END_FORMER = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE ${THIS_LOCK} AND pid = $1`;
const HAS_ALONE = `SELECT FROM pg_locks WHERE ${THIS_LOCK} AND granted AND mode = 'ExclusiveLock'`;

/** How long the end of a process that was killed is waited for, in milliseconds, and how often it is looked for. */
const WAIT_MS = 3_000;
const PAUSE_MS = 100;

/**
 * Separates processes that would not see each other's changes: one that uses the database alone, and all others. The
 * connection that commits has the lock, so nothing is committed without it (docs/operating.md, PostgreSQL).
 */
export class DatabaseLock {
  #formerPid: number | null = null;

  constructor(
    private readonly use: DatabaseUse,
    private readonly clock: Pick<Clock, 'after'>,
  ) {}

  /**
   * Takes the lock until the connection ends. An earlier connection of this process that the server still has is ended.
   *
   * @throws {UserError} another process uses the database in a way that excludes this one
   */
  async take(connection: Statements): Promise<void> {
    await connection.query(NOTICE_LOST_CLIENTS);
    // Nodes do not exclude each other, nor their own earlier connections.
    if (this.use === 'alone' && this.#formerPid !== null) {
      await connection.query(END_FORMER, [this.#formerPid]);
    }
    for (let waited = 0; ; waited += PAUSE_MS) {
      const [row] = (await connection.query(TAKE[this.use])) as { isTaken: boolean; pid: number }[];
      if (row?.isTaken) {
        this.#formerPid = row.pid;
        return;
      }
      if (waited >= WAIT_MS) throw await this.#refusal(connection);
      await sleep(this.clock, PAUSE_MS);
    }
  }

  async #refusal(connection: Statements): Promise<UserError> {
    const isUsedAlone = (await connection.query(HAS_ALONE)).length > 0;
    if (this.use === 'node') {
      return new UserError(
        'this store is used by a process that is not a node',
        'Stop that process, or start it with --node as well.',
      );
    }
    return isUsedAlone
      ? new UserError(
          'this store is used by another process',
          'Stop that process, or start both as nodes (guildhall api --node NAME, docs/operating-a-cluster.md).',
        )
      : new UserError(
          'this store is used by the nodes of a cluster',
          'Start it as a node (guildhall api --node NAME), or stop the nodes first.',
        );
  }
}
