import type { Duplex } from 'node:stream';

/**
 * Refuses a connection with an HTTP status and ends it. Node no longer watches a connection that asked for an upgrade: one
 * whose peer does not close its half would stay open without end.
 *
 * @param status code and reason, e.g. `404 Not Found`
 */
export function refuseUpgrade(socket: Duplex, status: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
