import type { RequestListener, Server } from 'node:http';
import type { PeerCheck } from './peer-check.js';
import { PipelinedRequests } from './pipelined-requests.js';

/**
 * Passes the requests of allowed peers to a listener, a few of each connection at a time, and answers all others with 403.
 * Ignores requests that Node.js still reads from a closed connection.
 *
 * @param peers must guard the server
 * @param refusal the JSON body of the 403
 */
export function serveAllowedPeers(
  server: Server,
  peers: PeerCheck,
  refusal: object,
  listener: RequestListener,
): void {
  const body = JSON.stringify(refusal);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  };
  const requests = new PipelinedRequests(listener);
  server.on('request', (request, response) => {
    if (request.socket.destroyed) return;
    if (peers.isAllowed(request.socket)) requests.handle(request, response);
    else response.writeHead(403, headers).end(body);
  });
}
