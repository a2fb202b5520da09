import { createHash } from 'node:crypto';
import pg from 'pg';
import { systemClock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors.js';
import { waitAtMost } from '../../platform/promises.js';
import { StoreError } from '../errors.js';
import type { ConnectionSettings } from './connection-settings.js';
import type { PostgresValue } from './table-statements.js';

/** How long connecting may take, in milliseconds. */
const CONNECT_MS = 5_000;
/** How long a statement may run unless another time is given, in milliseconds. */
const STATEMENT_MS = 30_000;
/** How much longer its answer is waited for: after that the network or the server is gone. */
const ANSWER_MS = 10_000;
/** How long its end is waited for: without a network neither answers nor a confirmation of the end arrive. */
const CLOSE_MS = 1_000;
/**
 * How long a transaction may wait for its next statement, in milliseconds. Its locks stop others, so this is less than the
 * lease of a node (src/cluster/ownership/lease-timing.ts): the guilds of one that was stopped can be taken when that ends.
 */
const IDLE_IN_TRANSACTION_MS = 2_000;
/** The most statements that stay prepared; a service has a few hundred. */
const PREPARED_LIMIT = 1_000;
/** The type of 64-bit integers in PostgreSQL's catalog. */
const INT8 = 20;

/** The SQLSTATE of a connection that ended before a statement was answered. */
export const CONNECTION_LOST = '08006';

/** Rows as objects whose 64-bit integers are numbers, or as lists of values in which they are text. */
export type RowForm = 'objects' | 'values';

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
  #pending = 0;
  #isLost = false;

  private constructor(private readonly client: pg.Client) {
    client.on('error', () => {
      this.#isLost = true;
    });
    client.on('end', () => {
      this.#isLost = true;
    });
  }

  /**
   * @param options.statementMs how long a statement may run, in milliseconds; null: as long as it takes, e.g. to change tables
   * @throws {StoreError} if it cannot be established
   */
  static async open(
    settings: ConnectionSettings,
    { statementMs = STATEMENT_MS }: { readonly statementMs?: number | null } = {},
  ): Promise<Connection> {
    let connection: Connection | null = null;
    try {
      const client = new pg.Client({
        ...(await settings.client()),
        pipeline: true,
        keepAlive: true,
        connectionTimeoutMillis: CONNECT_MS,
        ...(statementMs !== null && {
          statement_timeout: statementMs,
          query_timeout: statementMs + ANSWER_MS,
          idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
        }),
      });
      connection = new Connection(client);
      await client.connect();
      return connection;
    } catch (error) {
      await connection?.close();
      const code = error instanceof Error && 'code' in error ? String(error.code) : CONNECTION_LOST;
      throw new StoreError(`cannot connect to PostgreSQL: ${messageOf(error)}`, code);
    }
  }

  /** Whether it ended; it does not come back. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The number of statements that are not answered. */
  get pending(): number {
    return this.#pending;
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
    try {
      await this.client.query(sql);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** Ends the connection. Statements that are not answered within a second are cut off. */
  async close(): Promise<void> {
    const ended = this.client.end().catch(() => undefined);
    await waitAtMost(systemClock, CLOSE_MS, ended);
    this.client.connection.stream.destroy();
  }

  async #query(
    text: string,
    values: readonly PostgresValue[],
    form: RowForm,
  ): Promise<pg.QueryResult | pg.QueryArrayResult> {
    const name = values.length === 0 ? null : this.#nameOf(text);
    const config = { text, values: [...values], ...(name !== null && { name }) };
    this.#pending += 1;
    try {
      return form === 'values'
        ? await this.client.query({ ...config, rowMode: 'array' })
        : await this.client.query({ ...config, types: WITH_NUMBERS });
    } catch (error) {
      throw toStoreError(error);
    } finally {
      this.#pending -= 1;
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

function toStoreError(error: unknown): StoreError {
  const isAnswer = error instanceof pg.DatabaseError && error.severity === 'ERROR';
  // Anything else ends the connection, and with it all statements that are not answered.
  return new StoreError(messageOf(error), isAnswer ? (error.code ?? CONNECTION_LOST) : CONNECTION_LOST);
}
