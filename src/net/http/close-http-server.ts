import type { Server } from 'node:http';

/**
 * Stops a server from listening and ends its connections, also those in the middle of a request. Connections that were
 * upgraded are no longer HTTP connections: their owner must close them, before or at the same time.
 *
 * @returns once all of them have ended
 */
export function closeHttpServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // First: a connection that is accepted later would not be among those that are ended.
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
