import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PeerCheck } from '../peer-check.js';
import { answerInvalidRequests } from './invalid-requests.js';
import { PipelinedRequests } from './pipelined-requests.js';

/** The JSON bodies of refusals. */
export interface Refusals {
  /** of a 403 to another user */
  readonly forbidden: object;
  /** of a 400 to what is not HTTP, or has several Hosts; empty by default */
  readonly badRequest?: object;
}

/**
 * Passes the requests of allowed peers to a listener, a few of each connection at a time, and answers all others with 403, and
 * those with several Hosts with 400. Answers what is not a valid request, in its turn. Ignores requests that Node.js still reads from a closed connection.
 *
 * @param peers must guard the server
 */
export function serveAllowedPeers(
  server: Server,
  peers: PeerCheck,
  { forbidden, badRequest }: Refusals,
  listener: RequestListener,
): void {
  const requests = new PipelinedRequests(server, listener);
  /** connections that end with the refusal of a request: those after it, which Node.js has read already, get no reply */
  const refused = new Set<Socket>();
  answerInvalidRequests(server, badRequest);
  server.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed || (refused.size > 0 && refused.has(socket))) return;
    const isAllowed = peers.isAllowed(socket);
    if (isAllowed && hasSingleHost(request)) {
      requests.handle(request, response);
      return;
    }
    refused.add(socket);
    socket.once('close', () => refused.delete(socket));
    if (isAllowed) refuse(response, 400, badRequest ?? {});
    else refuse(response, 403, forbidden);
  });
}

/** Refuses a request, and ends its connection. */
function refuse(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  };
  response.writeHead(status, headers).end(text);
}

/** Whether a request has at most one Host line (RFC 9112 §3.2). Node.js requires one, and takes the first of several. */
export function hasSingleHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 'host'.length && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts <= 1;
}
