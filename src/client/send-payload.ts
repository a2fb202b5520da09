import { WebSocket } from 'ws';

/** How much may wait for a service that does not read, in bytes. */
const UNREAD_BYTES = 1024 * 1024;

/** Sends a payload to the gateway of a service, if the connection is open. */
export function sendPayload(socket: WebSocket, op: number, d: unknown): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.send(JSON.stringify({ op, d }));
  endIfUnread(socket);
}

/** Ends a connection whose other side asks for more and does not read it. */
export function endIfUnread(socket: WebSocket): void {
  if (socket.bufferedAmount > UNREAD_BYTES) socket.terminate();
}
