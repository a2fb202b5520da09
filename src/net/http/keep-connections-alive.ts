import type { Server } from 'node:http';

declare module 'node:http' {
  interface ServerResponse {
    /** what `Keep-Alive` names, in milliseconds */
    _keepAliveTimeout: number;
  }
}

/**
 * Names the time that an idle connection stays open in the responses of a server that ends idle connections with its
 * `timeout`. With a `keepAliveTimeout`, Node.js sets a timer after each response and another one with the next request.
 *
 * @param timeout in milliseconds; not more than that of the server
 */
export function keepConnectionsAlive(server: Server, timeout: number): void {
  server.keepAliveTimeout = 0;
  server.prependListener('request', (_request, response) => {
    response._keepAliveTimeout = timeout;
  });
}
