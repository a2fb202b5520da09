import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The replies of each connection that are not sent whole, in the order of their requests. */
const pending = new WeakMap<Socket, ServerResponse[]>();

/** Follows the replies of a server, for the other functions here. */
export function followReplies(server: Server): void {
  server.on('request', ({ socket }, response) => {
    const responses = pending.get(socket) ?? [];
    pending.set(socket, responses);
    responses.push(response);
    response.once('close', () => {
      responses.splice(responses.indexOf(response), 1);
    });
  });
}

/** The reply that is sent on a connection: that to the first request without a whole reply; null if there is none. */
export function nextReply(socket: Socket): ServerResponse | null {
  return pending.get(socket)?.[0] ?? null;
}

/** The reply to the latest request of a connection; null if it was sent whole. */
export function latestReply(socket: Socket): ServerResponse | null {
  return pending.get(socket)?.at(-1) ?? null;
}

/**
 * Runs something once all requests of a connection that have arrived completely have their replies. A client takes what
 * comes earlier for the reply to its first request, which may be a change that is carried out.
 */
export function afterReplies(socket: Socket, run: () => void): void {
  const response = nextReply(socket);
  if (response === null || socket.destroyed || !response.req.complete) run();
  else response.once('close', () => afterReplies(socket, run));
}
