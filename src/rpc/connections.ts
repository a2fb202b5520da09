import type { Snowflake } from '../protocol/snowflake.js';
import type { RpcConnection } from './transport/connection.js';

/** The live connections by their ids. */
export class RpcConnections {
  readonly #byId = new Map<string, RpcConnection>();

  /** Keeps a connection until it has ended. */
  add(connection: RpcConnection): void {
    this.#byId.set(connection.id, connection);
    connection.closed.addEventListener('abort', () => this.#byId.delete(connection.id));
  }

  get(id: string): RpcConnection | undefined {
    return this.#byId.get(id);
  }

  /** How many connections have authenticated: in all, and those of one application. */
  countAuthenticated(applicationId: Snowflake): { readonly all: number; readonly ofApplication: number } {
    let [all, ofApplication] = [0, 0];
    for (const { application, authorization } of this) {
      if (authorization === null) continue;
      all += 1;
      if (application.id === applicationId) ofApplication += 1;
    }
    return { all, ofApplication };
  }

  [Symbol.iterator](): Iterator<RpcConnection> {
    return this.#byId.values();
  }
}
