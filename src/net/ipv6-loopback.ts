import type { Server } from 'node:http';
import { createServer, type Server as TcpServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { listenOnFirstFree } from '../platform/sockets/listen.js';

const HOST = '::1';

/**
 * Listens on a port of ::1 and passes the connections to a server that listens on 127.0.0.1. Browsers resolve names
 * under `localhost` to both addresses, so a program of another user on ::1 would be taken for the server.
 *
 * @returns the listener, to be closed with the server; `taken` if another program has the port; `unavailable` if it
 * cannot be bound for another reason
 */
export async function listenOnIpv6Loopback(
  server: Server,
  port: number,
): Promise<TcpServer | 'taken' | 'unavailable'> {
  // As HTTP servers do: a client may close its half after a request.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  );
  try {
    return (await listenOnFirstFree(listener, HOST, [port])) === null ? 'taken' : listener;
  } catch {
    return 'unavailable';
  }
}

/** Whether programs of this machine can listen on ::1. True if the system does not tell. */
export function hasIpv6Loopback(): boolean {
  try {
    return Object.values(networkInterfaces()).some((addresses) =>
      addresses?.some(({ address }) => address === HOST),
    );
  } catch {
    return true;
  }
}
