import type { Duplex } from 'node:stream';

/**
 * Refuses a connection with an HTTP status and closes it. Node.js no longer handles a connection that requested an
 * upgrade: without this, one whose peer does not close its half would stay open for ever.
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
