import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens TCP connections to 127.0.0.1 that send nothing; each counts its own end in `closed`. */
export async function openIdleConnections(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  await Promise.all(
    sockets.map((socket) => {
      socket.on('error', () => {}).resume();
      return once(socket, 'connect');
    }),
  );
  return sockets;
}

/** How many of these connections have not ended. */
export function countOpen(sockets: readonly Socket[]): number {
  return sockets.filter(({ closed }) => !closed).length;
}
