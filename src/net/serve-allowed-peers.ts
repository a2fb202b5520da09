import type { RequestListener, Server } from 'node:http';
import { answerInvalidRequests } from './invalid-requests.js';
import type { PeerCheck } from './peer-check.js';
import { PipelinedRequests } from './pipelined-requests.js';

/** The JSON bodies of refusals. */
export interface Refusals {
  /** of a 403 to another user */
  readonly forbidden: object;
  /** of a 400 to what is not HTTP; none by default */
  readonly badRequest?: object;
}

/**
 * Passes the requests of allowed peers to a listener, a few of each connection at a time, and answers all others with 403.
 * Answers what is not a valid request, in its turn. Ignores requests that Node.js still reads from a closed connection.
 *
 * @param peers must guard the server
 */
export function serveAllowedPeers(
  server: Server,
  peers: PeerCheck,
  { forbidden, badRequest }: Refusals,
  listener: RequestListener,
): void {
  const body = JSON.stringify(forbidden);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  };
  const requests = new PipelinedRequests(listener);
  answerInvalidRequests(server, { badRequest, latestReply: (socket) => requests.latestReply(socket) });
  server.on('request', (request, response) => {
    if (request.socket.destroyed) return;
    if (peers.isAllowed(request.socket)) requests.handle(request, response);
    else response.writeHead(403, headers).end(body);
  });
}
