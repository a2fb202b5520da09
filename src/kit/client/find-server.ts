import type { Connection } from './connection.js';
import { DisconnectedError, ServerNotFoundError } from './errors.js';
import { type CloseInfo, LOST } from './web-socket.js';

/**
 * Connects to the first port that accepts the connection: others may belong to other programs or users.
 *
 * @param ports are tried in order
 * @param open @throws {DisconnectedError} if the port does not accept the connection
 * @throws {ServerNotFoundError} if no port does
 */
export async function findServer(
  ports: readonly number[],
  open: (port: number) => Promise<Connection>,
  signal: AbortSignal | null,
): Promise<Connection> {
  let refusal: CloseInfo | null = null;
  for (const port of ports) {
    signal?.throwIfAborted();
    try {
      return await open(port);
    } catch (error) {
      if (!(error instanceof DisconnectedError)) throw error;
      // Nothing that speaks RPC listens there.
      if (error.close.code === LOST.code) continue;
      // The first refusal is of the first RPC server, most likely the person's own.
      refusal ??= error.close;
    }
  }
  throw new ServerNotFoundError(ports, refusal);
}
