import { OnDemand } from '../../platform/async/on-demand.js';
import { unlessLate } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import { StoreError } from '../errors.js';
import { CONNECTION_LOST, type Connection, isConnectionLost } from './connection.js';
import type { PostgresValue } from './table-statements.js';

/**
 * How long a statement may take, in milliseconds: less than half of a lease. The server ends it after that, too; otherwise
 * each one that waits for a lock would keep the connection that is given up for it.
 */
export const LEASE_STATEMENT_MS = 1_200;

type OpenConnection = Pick<Connection, 'query' | 'close'>;

/**
 * A connection of its own for leases, so that no other statement delays them. Nothing is repeated: whether a statement
 * without an answer was carried out is unknown, and the callers take that into account.
 */
export class LeaseConnection {
  #connection: OnDemand<OpenConnection>;

  /** @param lost called when a connection is given up, because others may be lost, too */
  constructor(
    private readonly open: () => Promise<OpenConnection>,
    private readonly clock: Pick<Clock, 'after'>,
    private readonly lost: () => void = () => {},
  ) {
    this.#connection = new OnDemand(open);
  }

  /** @throws {StoreError} it failed, or there was no answer in time */
  async query(text: string, values: readonly PostgresValue[]): Promise<unknown[]> {
    const used = this.#connection;
    const late = () => new StoreError('the database did not answer in time', CONNECTION_LOST);
    try {
      const rows = used.get().then((connection) => connection.query(text, values));
      return await unlessLate(this.clock, LEASE_STATEMENT_MS, rows, late);
    } catch (error) {
      if (isConnectionLost(error) && this.#connection === used) {
        this.close();
        this.lost();
      }
      throw error;
    }
  }

  /** Ends the connection. It is not waited for, because the server may not answer. */
  close(): void {
    const closed = this.#connection;
    this.#connection = new OnDemand(this.open);
    closed
      .ifMade()
      .then((connection) => connection?.close())
      .catch(() => undefined);
  }
}
