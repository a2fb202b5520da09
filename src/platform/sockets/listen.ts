import { createServer, type Server } from 'node:net';

/**
 * The kernel's queue of connections that are not accepted yet. Node's default of 511 overflows in a burst while the
 * process waits for a CPU; the kernel then drops handshakes, and clients retry after a second.
 */
const BACKLOG = 4096;

/**
 * Binds the first free port.
 *
 * @param ports tried in this order; 0 means any
 * @returns the bound port, or null if none was free
 */
export async function listenOnFirstFree(
  server: Server,
  host: string,
  ports: Iterable<number>,
): Promise<number | null> {
  for (const port of ports) {
    if (await tryPort(server, host, port)) {
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : port;
    }
  }
  return null;
}

/** Whether one of the ports can be bound; none stays bound. */
export async function isAnyPortFree(host: string, ports: Iterable<number>): Promise<boolean> {
  const server = createServer();
  try {
    return (await listenOnFirstFree(server, host, ports)) !== null;
  } finally {
    server.close();
  }
}

/** Ports from `first` to `last` inclusive. */
export function* portRange(first: number, last: number): Generator<number> {
  for (let port = first; port <= last; port += 1) yield port;
}

function tryPort(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      server.off('listening', listening);
      // EACCES: reserved by the system.
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    };
    const listening = () => {
      server.off('error', failed);
      resolve(true);
    };
    server.once('error', failed);
    server.once('listening', listening);
    server.listen({ host, port, exclusive: true, backlog: BACKLOG });
  });
}
