import { createSecret } from '../../platform/crypto/secrets.js';
import { ControlError } from '../errors.js';
import type { PlaygroundConnection } from './playground-connection.js';

/** How many connections the pages of the person may have open. */
const MAX_CONNECTIONS = 4;

/** The open connections of the playground by their id. */
export class Playground {
  readonly #connections = new Map<string, PlaygroundConnection>();

  /** @throws {ControlError} refused if too many are open */
  add(connection: PlaygroundConnection): string {
    if (this.#connections.size >= MAX_CONNECTIONS) {
      throw new ControlError('refused', 'Too many playgrounds are open.', 'Close one of the other pages.');
    }
    const id = createSecret();
    this.#connections.set(id, connection);
    return id;
  }

  /** @throws {ControlError} not_found */
  require(id: string): PlaygroundConnection {
    const connection = this.#connections.get(id);
    if (connection === undefined) throw new ControlError('not_found', 'This connection is closed.');
    return connection;
  }

  remove(id: string): void {
    this.#connections.delete(id);
  }
}
