import type { Snowflake } from '../protocol/snowflake.js';
import type { RpcConnection } from './transport/connection.js';

/** The live connections by their ids. */
export class RpcConnections {
  readonly #byId = new Map<string, RpcConnection>();
  readonly #perApplication = new Map<Snowflake, number>();

  /** Keeps a connection until it has ended. */
  add(connection: RpcConnection): void {
    const { id } = connection.application;
    this.#byId.set(connection.id, connection);
    this.#perApplication.set(id, this.countOf(id) + 1);
    connection.closed.addEventListener('abort', () => this.#remove(connection));
  }

  get(id: string): RpcConnection | undefined {
    return this.#byId.get(id);
  }

  /** How many connections an application has. */
  countOf(applicationId: Snowflake): number {
    return this.#perApplication.get(applicationId) ?? 0;
  }

  [Symbol.iterator](): Iterator<RpcConnection> {
    return this.#byId.values();
  }

  #remove({ id, application }: RpcConnection): void {
    this.#byId.delete(id);
    const left = this.countOf(application.id) - 1;
    if (left > 0) this.#perApplication.set(application.id, left);
    else this.#perApplication.delete(application.id);
  }
}
