import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The replies of each connection, in the order of their requests; those before the first that is not sent whole may be missing. */
const replies = new WeakMap<Socket, ServerResponse[]>();

/** The open connections of each server that have sent a request. */
const connections = new WeakMap<Server, Set<Socket>>();

/**
 * Follows the replies of a server, for the other functions here.
 *
 * @param answered is called with the status of each response once it ends, or its connection
 * @returns must be called for each request
 */
export function followReplies(
  server: Server,
  answered: ((status: number) => void) | null = null,
): (response: ServerResponse) => void {
  const open = new Set<Socket>();
  connections.set(server, open);
  // The same function for all responses, which are not kept until the next request: each garbage collection would copy them.
  function closed(this: ServerResponse): void {
    const responses = replies.get(this.req.socket);
    while (responses?.[0]?.closed === true) responses.shift();
    if (answered !== null && this.headersSent) answered(this.statusCode);
  }
  return (response) => {
    const { socket } = response.req;
    response.on('close', closed);
    // Node.js still reads requests from a closed connection.
    if (socket.destroyed) return;
    const responses = replies.get(socket);
    if (responses !== undefined) {
      responses.push(response);
      return;
    }
    replies.set(socket, [response]);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
}

/** The open connections of a server that have sent a request. */
export function requestingConnections(server: Server): Set<Socket> {
  return connections.get(server) ?? new Set();
}

/** The replies of a connection that are not sent whole, in the order of their requests. */
export function pendingReplies(socket: Socket): readonly ServerResponse[] {
  return replies.get(socket) ?? [];
}

/** The reply that is sent on a connection: that to the first request without a complete reply; null if there is none. */
export function nextReply(socket: Socket): ServerResponse | null {
  return pendingReplies(socket)[0] ?? null;
}

/** The reply to the latest request of a connection; null if it was sent whole. */
export function latestReply(socket: Socket): ServerResponse | null {
  const latest = replies.get(socket)?.at(-1);
  return latest?.closed === false ? latest : null;
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

/** As `afterReplies`, for a connection that Node.js has handed over, and whose slow reader it follows no longer. */
export function afterRepliesOfUpgraded(socket: Socket, run: () => void): void {
  const resume = () => nextReply(socket)?.emit('drain');
  const end = () => socket.destroy();
  socket.on('drain', resume).on('timeout', end);
  afterReplies(socket, () => {
    socket.off('drain', resume).off('timeout', end);
    run();
  });
}
