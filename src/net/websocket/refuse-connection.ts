import type { Socket } from 'node:net';

/**
 * Refuses a connection with an HTTP status and closes it. Node.js no longer handles a connection that requested an
 * upgrade: without this, one whose peer does not close its half would stay open for ever.
 *
 * @param status code and reason, e.g. `404 Not Found`
 * @param body in JSON; empty: none
 */
export function refuseConnection(socket: Socket, status: string, body = ''): void {
  const type = body === '' ? '' : 'Content-Type: application/json\r\n';
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  if (socket.writable)
    socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n${type}${length}\r\n\r\n${body}`);
  socket.destroySoon();
}
