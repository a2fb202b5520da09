import { systemClock } from '../../platform/clock.js';
import { BackendProbe } from './backend-probe.js';
import { Connection } from './connection.js';
import type { ConnectionSettings } from './connection-settings.js';

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
