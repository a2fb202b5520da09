import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

declare module 'node:net' {
  interface Socket {
    /** the reply that Node.js sends on a connection of a server: that to the first request without a whole reply */
    _httpMessage?: ServerResponse | null;
  }
}

/**
 * Runs something once all requests of a connection that have arrived completely have their replies. A client takes what
 * comes earlier for the reply to its first request, which may be a change that is carried out.
 */
export function afterReplies(socket: Socket, run: () => void): void {
  const response = socket._httpMessage ?? null;
  if (response === null || socket.destroyed || !response.req.complete) run();
  else response.once('close', () => afterReplies(socket, run));
}
