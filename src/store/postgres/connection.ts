import { createHash } from 'node:crypto';
import pg from 'pg';
import { isUnreachable } from '../../net/is-unreachable.js';
import { waitAtMost } from '../../platform/async/promises.js';
import { type Clock, systemClock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors.js';
import type { Validator } from '../../protocol/schema.js';
import { StoreError, UnreachableError } from '../errors.js';
import type { ConnectionSettings } from './connection-settings.js';
import { type BackendState, SilenceWatch } from './silence-watch.js';
import type { PostgresValue } from './table-statements.js';

/** How long connecting may take, in milliseconds. */
const CONNECT_MS = 5_000;
/** How long a statement may run unless another time is given, in milliseconds. */
const STATEMENT_MS = 30_000;
/**
 * How much longer its answer is waited for: after that the network or the server counts as unreachable. Connections that are watched
 * notice it sooner.
 */
const ANSWER_MS = 10_000;
/** How long its end is waited for: without a network neither answers nor a confirmation of the end arrive. */
const CLOSE_MS = 1_000;
/**
 * How long a transaction may wait for its next statement, in milliseconds. Its locks stop others, so this is less than the
 * lease of a node (src/cluster/ownership/guild-lease.ts): the guilds of one that was stopped can be taken when that ends.
 */
const IDLE_IN_TRANSACTION_MS = 2_000;
/** The most statements that stay prepared; a service has a few hundred. */
const PREPARED_LIMIT = 1_000;
/** The type of 64-bit integers in PostgreSQL's catalog. */
const INT8 = 20;

/** The SQLSTATE of a connection that ended before a statement was answered. */
export const CONNECTION_LOST = '08006';

export function isConnectionLost(error: unknown): boolean {
  return error instanceof StoreError && error.code === CONNECTION_LOST;
}

/** The SQLSTATEs of a server that starts, stops or recovers. */
const STARTING: ReadonlySet<unknown> = new Set(['57P01', '57P02', '57P03']);
/** What the driver says without a code: nobody answered in time, or a proxy accepted the connection without its server. */
const UNANSWERED = /timeout expired|Connection terminated unexpectedly/;

/** Rows as objects whose 64-bit integers are numbers, or as lists of values in which they are text. */
export type RowForm = 'objects' | 'values';

/** The process of the server that serves a connection. */
export interface Backend {
  readonly pid: number;
  /** when it began, because ids of processes are used again */
  readonly startedAt: string;
}

/** How it is noticed that a connection is lost although nothing closed it; see `SilenceWatch`. */
export interface ConnectionWatch {
  readonly clock: Pick<Clock, 'every'>;
  /** asks over another connection */
  readonly ask: (backend: Backend) => Promise<BackendState>;
  /** called once when the connection is lost, unless this process closed it */
  readonly lost: () => void;
}

export interface OpenOptions {
  /** how long a statement may run, in milliseconds; null: as long as it takes, e.g. to change tables */
  readonly statementMs?: number | null;
  /** how long connecting may take, in milliseconds */
  readonly connectMs?: number;
  readonly watch?: ConnectionWatch;
}

const OWN_BACKEND = `SELECT pid, extract(epoch FROM backend_start)::text AS "startedAt" FROM pg_stat_activity
  WHERE pid = pg_backend_pid()`;

/** Numbers instead of text for 64-bit integers; ids are cast to text by the statement. */
const WITH_NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (Number(type) === INT8 ? Number : pg.types.getTypeParser(type, format)),
};

/**
 * A connection to PostgreSQL. Statements are sent without waiting for the answers to those before (pipelining). Those with
 * parameters are prepared once.
 */
export class Connection {
  readonly #prepared = new Map<string, string>();
  #unanswered = 0;
  #isLost = false;
  #watch: SilenceWatch | null = null;
  #whenLost: () => void = () => {};

  private constructor(private readonly client: pg.Client) {
    client.on('error', () => this.#lose());
    client.on('end', () => this.#lose());
  }

  /** @throws {StoreError} if it cannot be established; {UnreachableError} if it may be later */
  static async open(settings: ConnectionSettings, options: OpenOptions = {}): Promise<Connection> {
    const { statementMs = STATEMENT_MS, connectMs = CONNECT_MS, watch = null } = options;
    let connection: Connection | null = null;
    try {
      const client = new pg.Client({
        ...(await settings.client()),
        pipeline: true,
        keepAlive: true,
        connectionTimeoutMillis: connectMs,
        ...(statementMs !== null && {
          statement_timeout: statementMs,
          query_timeout: statementMs + ANSWER_MS,
          idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
        }),
      });
      connection = new Connection(client);
      await client.connect();
      if (watch !== null) await connection.#watchSilence(watch);
      return connection;
    } catch (error) {
      await connection?.close();
      throw toConnectError(error, await settings.overriddenPasswordFile());
    }
  }

  /** Whether it ended; it does not come back. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Finds out soon whether the connection is lost, if it is watched. */
  examine(): void {
    if (this.#isLost || this.#watch === null) return;
    this.#watch.suspect();
    // Without a statement there is nothing that the server has to answer.
    if (this.#unanswered === 0) this.query('SELECT 1').catch(() => undefined);
  }

  /** @throws {StoreError} with the SQLSTATE as its code; `CONNECTION_LOST` if there was no answer */
  async query(
    text: string,
    values: readonly PostgresValue[] = [],
    form: RowForm = 'objects',
  ): Promise<unknown[]> {
    return (await this.#query(text, values, form)).rows;
  }

  /** @returns what was carried out, e.g. `COMMIT`, or `ROLLBACK` in its place */
  async command(text: string): Promise<string> {
    return (await this.#query(text, [], 'objects')).command;
  }

  /** Writes the statements that a function sends to the socket at once: each write is a system call here and on the server. */
  sendTogether<Result>(send: () => Result): Result {
    const { stream } = this.client.connection;
    stream.cork();
    try {
      return send();
    } finally {
      stream.uncork();
    }
  }

  /** Runs statements without parameters and results, separated by `;`. */
  async exec(sql: string): Promise<void> {
    await this.#answered(() => this.client.query(sql));
  }

  /** Ends the connection. Statements that are not answered within a second are cut off. */
  async close(): Promise<void> {
    this.#isLost = true;
    this.#watch?.stop();
    const ended = this.client.end().catch(() => undefined);
    await waitAtMost(systemClock, CLOSE_MS, ended);
    this.client.connection.stream.destroy();
  }

  async #watchSilence({ clock, ask, lost }: ConnectionWatch): Promise<void> {
    const [backend] = (await this.query(OWN_BACKEND)) as Backend[];
    if (backend === undefined) return;
    const watch = new SilenceWatch({ clock, ask: () => ask(backend), lose: () => this.#lose() });
    this.client.connection.stream.on('data', () => watch.received());
    this.#watch = watch;
    this.#whenLost = lost;
  }

  /** The connection does not come back. Ends what is not answered, and is called again by that. */
  #lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#watch?.stop();
    this.client.connection.stream.destroy();
    this.#whenLost();
  }

  #query(
    text: string,
    values: readonly PostgresValue[],
    form: RowForm,
  ): Promise<pg.QueryResult | pg.QueryArrayResult> {
    const name = values.length === 0 ? null : this.#nameOf(text);
    const config = { text, values: [...values], ...(name !== null && { name }) };
    return this.#answered<pg.QueryResult | pg.QueryArrayResult>(() =>
      form === 'values'
        ? this.client.query({ ...config, rowMode: 'array' })
        : this.client.query({ ...config, types: WITH_NUMBERS }),
    );
  }

  /** @throws {StoreError} */
  async #answered<Result>(send: () => Promise<Result>): Promise<Result> {
    this.#unanswered += 1;
    this.#watch?.sent();
    try {
      return await send();
    } catch (error) {
      const failure = toStoreError(error);
      // The driver ends it, too, but only in a later turn of the event loop: until then it would be used again.
      if (failure.code === CONNECTION_LOST) this.#lose();
      throw failure;
    } finally {
      this.#unanswered -= 1;
      this.#watch?.answered();
    }
  }

  /** The name of a prepared statement; null if there are too many. */
  #nameOf(text: string): string | null {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    if (this.#prepared.size >= PREPARED_LIMIT) return null;
    const name = createHash('sha1').update(text).digest('hex');
    this.#prepared.set(text, name);
    return name;
  }
}

/** @param overridden the password file whose password was not used; null: none */
function toConnectError(error: unknown, overridden: string | null): StoreError {
  const password =
    overridden === null
      ? ''
      : `; the password is that of PGPASSWORD in the environment, not that of ${overridden}`;
  const message = `cannot connect to PostgreSQL: ${messageOf(error)}${password}`;
  const state = error instanceof pg.DatabaseError ? error.code : undefined;
  const mayPass =
    state === undefined ? isUnreachable(error) || UNANSWERED.test(messageOf(error)) : STARTING.has(state);
  if (mayPass) return new UnreachableError(message, CONNECTION_LOST);
  return new StoreError(message, state ?? CONNECTION_LOST);
}

function toStoreError(error: unknown): StoreError {
  const isAnswer = error instanceof pg.DatabaseError && error.severity === 'ERROR';
  // Without a SQLSTATE of the statement, the connection has ended or is ended for it.
  return new StoreError(messageOf(error), isAnswer ? (error.code ?? CONNECTION_LOST) : CONNECTION_LOST);
}

/**
 * Checks that rows are as a schema describes them, and returns them.
 *
 * @param source the table or function that they came from, for the error
 * @throws {StoreError} they are otherwise
 */
export function checkRows<Rows>(schema: Validator<Rows>, rows: unknown, source: string): Rows {
  if (schema.is(rows)) return rows;
  throw new StoreError(`the database gave unexpected rows of ${source}`, 'UNEXPECTED');
}
