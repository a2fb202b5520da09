import { StoreError } from '../errors.js';
import { CONNECTION_LOST, type Connection, type RowForm } from './connection.js';
import type { PostgresValue } from './table-statements.js';

/** Connections for reads, opened as they are needed. Each takes several statements at once. */
export class ConnectionPool {
  #connections: Connection[] = [];
  #opening: Promise<Connection> | null = null;
  #closed = false;

  /** @param limit the maximum number of connections */
  constructor(
    private readonly open: () => Promise<Connection>,
    private readonly limit: number,
  ) {}

  /**
   * Reads rows. A statement whose connection is lost is repeated once on another.
   *
   * @throws {StoreError}
   */
  async query(text: string, values: readonly PostgresValue[], form: RowForm): Promise<unknown[]> {
    try {
      return await (await this.#take()).query(text, values, form);
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== CONNECTION_LOST || this.#closed) throw error;
      return await (await this.#take()).query(text, values, form);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#opening?.catch(() => undefined);
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }

  /** A connection that is idle, or a new one, or else the one with the fewest statements. */
  async #take(): Promise<Connection> {
    if (this.#closed) throw new StoreError('the store is closed', CONNECTION_LOST);
    this.#connections = this.#connections.filter(({ isLost }) => !isLost);
    const [least] = [...this.#connections].sort((a, b) => a.pending - b.pending);
    if (least?.pending === 0) return least;
    if (least !== undefined && this.#connections.length >= this.limit) return least;
    // Statements that come meanwhile do not open one each.
    if (this.#opening !== null) return least ?? (await this.#opening);
    this.#opening = this.open();
    try {
      const opened = await this.#opening;
      this.#connections.push(opened);
      return opened;
    } finally {
      this.#opening = null;
    }
  }
}
