import type { Server } from 'node:http';
import { UserError } from '../platform/errors.js';

/** How many ports are tried above the preferred one. */
const ATTEMPTS = 100;

/**
 * Listens on the preferred port, or on the next one that is free.
 *
 * @param preferred 0: any free port
 * @returns the port
 * @throws {UserError} if none of them can be had
 */
export async function listenNear(server: Server, host: string, preferred: number): Promise<number> {
  for (let port = preferred; port < preferred + ATTEMPTS && port < 65_536; port++) {
    if (await listens(server, host, port)) return portOf(server);
  }
  throw new UserError(
    `no port from ${preferred} on is free on ${host}`,
    'stop what uses them, or choose another one',
  );
}

/** @returns false if the port is taken, or not ours to take */
function listens(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      server.off('listening', succeeded);
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    };
    const succeeded = () => {
      server.off('error', failed);
      resolve(true);
    };
    server.once('error', failed);
    server.once('listening', succeeded);
    server.listen({ host, port, exclusive: true });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
