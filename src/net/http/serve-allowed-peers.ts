import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PeerCheck } from '../peer-check.js';
import { findHeadFault } from './http-server.js';
import { answerInvalidRequests } from './invalid-requests.js';
import { dropHead, PipelinedRequests } from './pipelined-requests.js';

/** The JSON bodies of refusals. */
export interface Refusals {
  /** of a 403 to another user */
  readonly forbidden: object;
  /** of a 400 to what is not HTTP, or has several Hosts; empty by default */
  readonly badRequest?: object;
}

/**
 * Passes the requests of allowed peers to a listener, of each connection one at a time, and answers all others with 403, those with
 * several Hosts with 400, and with too many headers with 431. Answers what is not a valid request, in its turn. Ignores requests that
 * Node.js still reads from a closed connection.
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
    if (socket.destroyed || (refused.size > 0 && refused.has(socket))) {
      dropHead(request);
      return;
    }
    const isAllowed = peers.isAllowed(socket);
    const fault = isAllowed ? findHeadFault(request) : null;
    if (isAllowed && fault === null) {
      requests.handle(request, response);
      return;
    }
    refused.add(socket);
    socket.once('close', () => refused.delete(socket));
    if (fault === null) refuse(response, 403, forbidden);
    else refuse(response, fault, (fault === 400 && badRequest) || {});
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
