import type { Snowflake } from '../../protocol/snowflake.js';
import type { RpcContext } from '../context.js';
import type { RpcConnection, RpcConnectionListener } from '../transport/connection.js';
import type { RpcSession } from './session.js';

type Context = Pick<RpcContext, 'activities' | 'hardware' | 'subscriptions' | 'voiceHolders'>;

/** The open connections of all transports, by id. */
export class RpcConnections implements RpcConnectionListener {
  readonly #byId = new Map<string, RpcConnection>();
  #authenticated = 0;
  /** authenticated connections by application */
  readonly #authenticatedOf = new Map<Snowflake, number>();

  constructor(private readonly context: Context) {}

  add(connection: RpcConnection): void {
    this.#byId.set(connection.id, connection);
  }

  /** Removes a connection that has closed, with its activity, subscriptions, voice settings lock and device reports. */
  remove(connection: RpcSession): void {
    const { activities, hardware, subscriptions, voiceHolders } = this.context;
    if (!this.#byId.delete(connection.id)) return;
    if (connection.authorization !== null) this.count(connection, -1);
    activities.clear(connection);
    subscriptions.removeAll(connection);
    voiceHolders.review(connection);
    hardware.certifiedDevices.clear(connection.id);
  }

  /** Counts that a connection has authenticated (1), or is no longer (-1). */
  count({ application: { id } }: RpcSession, change: 1 | -1): void {
    this.#authenticated += change;
    const ofApplication = (this.#authenticatedOf.get(id) ?? 0) + change;
    if (ofApplication === 0) this.#authenticatedOf.delete(id);
    else this.#authenticatedOf.set(id, ofApplication);
  }

  get(id: string): RpcConnection | undefined {
    return this.#byId.get(id);
  }

  /** Counts the authenticated connections: all of them, and those of one application. */
  countAuthenticated(applicationId: Snowflake): { readonly all: number; readonly ofApplication: number } {
    return { all: this.#authenticated, ofApplication: this.#authenticatedOf.get(applicationId) ?? 0 };
  }

  [Symbol.iterator](): Iterator<RpcConnection> {
    return this.#byId.values();
  }
}
