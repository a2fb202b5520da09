import { WebSocket } from 'ws';

/** How many bytes may be buffered for a service that does not read. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** Sends a payload to the gateway of a service if the connection is open. */
export function sendPayload(socket: WebSocket, op: number, d: unknown): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.send(JSON.stringify({ op, d }));
  endIfUnread(socket);
}

/** Closes a connection if the peer leaves too much unread. */
export function endIfUnread(socket: WebSocket): void {
  if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
}
