import type { Snowflake } from '../protocol/snowflake.js';
import type { RpcContext } from './context.js';
import type { RpcConnection } from './transport/connection.js';

type Context = Pick<RpcContext, 'hardware' | 'subscriptions' | 'voiceHolders'>;

/** The open connections of all transports, by id. */
export class RpcConnections {
  readonly #byId = new Map<string, RpcConnection>();

  constructor(private readonly context: Context) {}

  add(connection: RpcConnection): void {
    this.#byId.set(connection.id, connection);
  }

  /** Removes a connection that has closed, with its subscriptions, voice settings lock and device reports. */
  remove(connection: RpcConnection): void {
    const { hardware, subscriptions, voiceHolders } = this.context;
    this.#byId.delete(connection.id);
    subscriptions.removeAll(connection);
    voiceHolders.review(connection);
    hardware.certifiedDevices.clear(connection.id);
  }

  get(id: string): RpcConnection | undefined {
    return this.#byId.get(id);
  }

  /** Counts the authenticated connections: all of them, and those of one application. */
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
