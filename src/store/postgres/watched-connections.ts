import Type from 'typebox';
import { Deferred, unlessLate } from '../../platform/async/promises.js';
import { systemClock } from '../../platform/clock.js';
import { validator } from '../../protocol/schema.js';
import { StoreError } from '../errors.js';
import { type Backend, CONNECTION_LOST, Connection, checkRows } from './connection.js';
import type { ConnectionSettings } from './connection-settings.js';
import type { BackendState } from './silence-watch.js';

/**
 * The connections of a process to its database. If one of them is found to be lost, the others are examined at once: after a
 * failover all of them are, and only the first one may take seconds to be noticed.
 */
export class WatchedConnections {
  readonly #opened = new Set<Connection>();
  readonly #probe: BackendProbe;

  constructor(private readonly settings: ConnectionSettings) {
    this.#probe = new BackendProbe(settings);
  }

  /** @param statementMs see `Connection.open`. @throws {StoreError} */
  async open(statementMs?: number): Promise<Connection> {
    const connection = await Connection.open(this.settings, {
      ...(statementMs !== undefined && { statementMs }),
      watch: {
        clock: systemClock,
        ask: (backend) => this.#probe.stateOf(backend),
        lost: () => this.examine(),
      },
    });
    for (const opened of this.#opened) if (opened.isLost) this.#opened.delete(opened);
    this.#opened.add(connection);
    return connection;
  }

  /** Finds out soon which connections are lost. */
  examine(): void {
    for (const connection of this.#opened) connection.examine();
  }
}

/** How long connecting may take, and then the answer, in milliseconds. */
const PROBE_MS = 2_000;

const STATES = `SELECT pid, extract(epoch FROM backend_start)::text AS "startedAt",
    coalesce(wait_event_type = 'Client', false) AS "isWaiting"
  FROM pg_stat_activity WHERE pid = ANY ($1::integer[])`;

const stateRows = validator(
  Type.Array(Type.Object({ pid: Type.Number(), startedAt: Type.String(), isWaiting: Type.Boolean() })),
);

interface Asked {
  readonly backend: Backend;
  readonly reply: Deferred<BackendState>;
}

/** Asks the server what it does with connections, over a new one. Those who ask at the same time share it. */
class BackendProbe {
  #asked: Asked[] = [];
  #isRunning = false;

  constructor(private readonly settings: ConnectionSettings) {}

  /** @throws {StoreError} the server does not answer */
  stateOf(backend: Backend): Promise<BackendState> {
    const reply = new Deferred<BackendState>();
    this.#asked.push({ backend, reply });
    if (!this.#isRunning) void this.#run();
    return reply.promise;
  }

  /** Never throws. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    let connection: Connection | null = null;
    try {
      connection = await Connection.open(this.settings, { connectMs: PROBE_MS, statementMs: PROBE_MS });
      while (this.#asked.length > 0) await answer(connection, this.#asked.splice(0));
    } catch (error) {
      for (const { reply } of this.#asked.splice(0)) reply.reject(error);
    } finally {
      this.#isRunning = false;
      await connection?.close();
    }
  }
}

/** @throws {StoreError} and rejects the replies with it */
async function answer(connection: Connection, asked: readonly Asked[]): Promise<void> {
  try {
    const late = () => new StoreError('the database did not answer in time', CONNECTION_LOST);
    const found = connection.query(STATES, [asked.map(({ backend }) => backend.pid)]);
    const rows = checkRows(
      stateRows,
      await unlessLate(systemClock, PROBE_MS, found, late),
      'pg_stat_activity',
    );
    for (const { backend, reply } of asked) {
      const { pid, startedAt } = backend;
      const row = rows.find((one) => one.pid === pid && one.startedAt === startedAt);
      reply.resolve(row === undefined ? 'gone' : row.isWaiting ? 'waiting' : 'working');
    }
  } catch (error) {
    for (const { reply } of asked) reply.reject(error);
    throw error;
  }
}
