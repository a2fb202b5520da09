import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refuseConnection } from '../websocket/refuse-connection.js';
import { afterReplies, afterRepliesOfUpgraded, latestReply, nextReply } from './reply-order.js';

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** The statuses of what Node.js refuses, by its error codes; 400 for all others. */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  // A client that was just going to send a request repeats it, which it does not after a 400.
  [TIMEOUT, 408],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['HPE_HEADER_OVERFLOW', 431],
]);

/**
 * Answers what is not a valid request, or does not arrive in time, after the replies to the requests before it, and ends the
 * connection. Node.js would do so at once.
 *
 * @param badRequest the JSON body of a 400; none by default
 */
export function answerInvalidRequests(server: Server, badRequest?: object): void {
  const text = badRequest === undefined ? '' : JSON.stringify(badRequest);
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, connection) => {
    const socket = connection as Socket;
    // Node.js reports everything that still arrives.
    if (refused.has(socket)) return;
    refused.add(socket);
    const status = STATUSES.get(error.code) ?? 400;
    const refuse = () =>
      refuseConnection(socket, `${status} ${STATUS_CODES[status]}`, status === 400 ? text : '');
    const latest = latestReply(socket);
    if (error.code !== TIMEOUT && latest?.req.complete && !latest.headersSent) {
      // Its client would otherwise send the next request on a connection that is about to end.
      latest.shouldKeepAlive = false;
      latest.prependOnceListener('finish', refuse);
      return;
    }
    afterReplies(socket, () => {
      // The rest of a reply that has begun, to a request that will never be complete, cannot be told from a refusal.
      if (nextReply(socket)?.headersSent) socket.destroySoon();
      else refuse();
    });
  });
  // Node.js would destroy the connection.
  server.on('connect', (request) => {
    const { socket } = request;
    socket.on('error', () => socket.destroy());
    afterRepliesOfUpgraded(socket, () => refuseConnection(socket, '405 Method Not Allowed'));
  });
}
