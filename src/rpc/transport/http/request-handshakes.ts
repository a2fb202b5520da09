import type { IncomingMessage } from 'node:http';
import { isFromForeignPage } from '../../../net/origin-check.js';
import type { PeerCheck } from '../../../net/peer-check.js';
import type { PeerProcesses } from '../../../platform/processes/peer-processes.js';
import type { Handshake } from '../handshake.js';

/** Creates handshakes from HTTP requests and upgrades: the parameters are in the query. */
export class RequestHandshakes {
  /** the last target and its query: a program that connects again sends the same */
  #latest = { target: '', query: new URLSearchParams() };

  constructor(
    private readonly peers: Pick<PeerCheck, 'isAllowed'>,
    private readonly processes: PeerProcesses,
  ) {}

  of(request: IncomingMessage): Handshake {
    const query = this.#queryOf(request);
    const { socket } = request;
    const { processes } = this;
    return {
      version: query.get('v'),
      encoding: query.get('encoding'),
      clientId: query.get('client_id'),
      origin: request.headers.origin ?? null,
      isAllowedUser: this.peers.isAllowed(socket),
      isUnnamedPage: isFromUnnamedPage(request),
      local: null,
      findPeer: () => processes.find(socket),
    };
  }

  #queryOf({ url: target = '' }: IncomingMessage): URLSearchParams {
    if (target !== this.#latest.target) {
      const start = target.indexOf('?');
      this.#latest = { target, query: new URLSearchParams(start === -1 ? '' : target.slice(start)) };
    }
    return this.#latest.query;
  }
}

/** Whether a request comes from a web page without an Origin header; such pages are refused. */
export function isFromUnnamedPage(request: IncomingMessage): boolean {
  return request.headers.origin === undefined && isFromForeignPage(request, null);
}
