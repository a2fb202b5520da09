import type { IncomingMessage } from 'node:http';
import { isFromForeignPage } from '../../../net/origin-check.js';
import type { PeerCheck } from '../../../net/peer-check.js';
import { isLoopbackHost } from '../../../platform/http-headers.js';
import type { PeerProcesses } from '../../../platform/peer-processes.js';
import type { Handshake } from '../handshake.js';

/** Creates handshakes from HTTP requests and upgrades: the parameters are in the query. */
export class RequestHandshakes {
  constructor(
    private readonly peers: Pick<PeerCheck, 'isAllowed'>,
    private readonly processes: PeerProcesses,
  ) {}

  of(request: IncomingMessage): Handshake {
    const query = queryOf(request);
    const { socket } = request;
    const { processes } = this;
    return {
      version: query.get('v'),
      encoding: query.get('encoding'),
      clientId: query.get('client_id'),
      origin: request.headers.origin ?? null,
      isAllowedUser: this.peers.isAllowed(socket),
      isUnnamedPage: isFromUnnamedPage(request),
      findPeer: () => processes.find(socket),
    };
  }
}

/** Whether a request comes from a web page without an Origin header; such pages are refused. */
export function isFromUnnamedPage(request: IncomingMessage): boolean {
  return request.headers.origin === undefined && isFromForeignPage(request, null);
}

function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start));
}

/** Whether the Host of a request is local. A page that uses DNS rebinding sends another one. */
export function isOwnHost(request: IncomingMessage): boolean {
  return isLoopbackHost(request.headers.host, request.socket.localPort ?? 0);
}
