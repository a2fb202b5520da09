import { Deferred } from '../../platform/async/promises.js';
import { StoreError } from '../errors.js';
import { CONNECTION_LOST, type Connection, isConnectionLost, type RowForm } from './connection.js';
import type { PostgresValue } from './table-statements.js';

/**
 * Connections for single statements, opened as they are needed. Each has one statement at a time, so none waits behind a
 * slow one while another connection is idle: the server answers the statements of a connection in their order.
 */
export class ConnectionPool {
  readonly #connections = new Set<Connection>();
  readonly #idle: Connection[] = [];
  /** statements that wait for a connection */
  readonly #waiting: Deferred<Connection>[] = [];
  /** connections that are being opened */
  readonly #openings = new Set<Promise<void>>();
  /** the opening whose end is awaited before another starts */
  #current: Promise<void> | null = null;
  #closed = false;

  /** @param limit the maximum number of connections */
  constructor(
    private readonly open: () => Promise<Connection>,
    private readonly limit: number,
  ) {}

  /**
   * Runs a statement that may be carried out twice, such as one that reads rows: if its connection is lost, it is repeated once
   * on another.
   *
   * @throws {StoreError}
   */
  async query(text: string, values: readonly PostgresValue[], form: RowForm): Promise<unknown[]> {
    try {
      return await this.#run(text, values, form);
    } catch (error) {
      if (!isConnectionLost(error) || this.#closed) throw error;
      return await this.#run(text, values, form);
    }
  }

  /**
   * Runs a statement that must not be repeated.
   *
   * @throws {StoreError} its connection may have been lost after it was carried out
   */
  queryOnce(text: string, values: readonly PostgresValue[], form: RowForm): Promise<unknown[]> {
    return this.#run(text, values, form);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#refuse(closedError());
    await Promise.all(this.#openings);
    await Promise.all([...this.#connections].map((connection) => connection.close()));
  }

  async #run(text: string, values: readonly PostgresValue[], form: RowForm): Promise<unknown[]> {
    const connection = this.#takeIdle() ?? (await this.#waitForOne());
    try {
      return await connection.query(text, values, form);
    } finally {
      this.#release(connection);
    }
  }

  #takeIdle(): Connection | null {
    if (this.#closed) throw closedError();
    for (;;) {
      const connection = this.#idle.pop();
      if (connection === undefined) return null;
      if (!connection.isLost) return connection;
      this.#connections.delete(connection);
    }
  }

  #waitForOne(): Promise<Connection> {
    const waiting = new Deferred<Connection>();
    this.#waiting.push(waiting);
    this.#grow();
    return waiting.promise;
  }

  #release(connection: Connection): void {
    if (connection.isLost) this.#forget(connection);
    else this.#give(connection);
  }

  /**
   * Forgets a connection that was lost, and those that are idle: after a failover they are lost, too. So may be one that is
   * being opened, and its handshake ends seconds later: another opening does not wait for it.
   */
  #forget(connection: Connection): void {
    this.#connections.delete(connection);
    this.#current = null;
    for (const idle of this.#idle.splice(0)) {
      this.#connections.delete(idle);
      void idle.close();
    }
    this.#grow();
  }

  #give(connection: Connection): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(connection);
    else next.resolve(connection);
  }

  /** Opens a connection if statements wait, one at a time: until it is open, they may get another one. */
  #grow(): void {
    if (this.#current !== null || this.#waiting.length === 0 || this.#closed) return;
    if (this.#connections.size + this.#openings.size >= this.limit) return;
    const opening = this.#openOne().then((opened) => {
      this.#openings.delete(opening);
      if (this.#current === opening) this.#current = null;
      if (opened) this.#grow();
    });
    this.#current = opening;
    this.#openings.add(opening);
  }

  /** Whether a connection was opened. Never throws. */
  async #openOne(): Promise<boolean> {
    try {
      const connection = await this.open();
      this.#connections.add(connection);
      this.#give(connection);
      return true;
    } catch (error) {
      // If there are others, the server only accepts no more of them.
      if (this.#connections.size === 0 && this.#openings.size === 1) this.#refuse(error);
      return false;
    }
  }

  #refuse(error: unknown): void {
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
  }
}

function closedError(): StoreError {
  return new StoreError('the store is closed', CONNECTION_LOST);
}
