import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TokenBucket } from '../platform/async/token-bucket.js';
import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import type { PeerLookup } from '../platform/processes/peer-credentials.js';
import { TlsHandshakes } from './http/tls-handshakes.js';
import type { PeerCheck } from './peer-check.js';

/** Refused connections that are kept open for a reply with the reason; further ones are closed at once. */
const MAX_REFUSED = 16;
/** How long a refused connection may stay, in milliseconds. */
const REFUSAL_TIMEOUT_MS = 5_000;
/** Logged refusals per minute, after the first ones. */
const LOGGED_PER_MINUTE = 1;
const LOGGED_AT_ONCE = 5;

export interface UserPeerCheckOptions {
  /** looks up the peer of a connection */
  readonly lookUp: (socket: Socket) => PeerLookup | Promise<PeerLookup>;
  /** whether the lookup returns promises: no other listener receives a connection until it is decided */
  readonly isSlow?: boolean;
  /** users whose programs may connect, in the format of `Peer.user` */
  readonly users: ReadonlySet<string>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Serves the programs of certain users of this machine. A peer that cannot be determined is refused. Refused
 * connections are limited in number and time, so that other users cannot exhaust the connections of the person's own
 * programs.
 */
export class UserPeerCheck implements PeerCheck {
  readonly #allowed = new WeakSet<Duplex>();
  readonly #refused = new Set<Socket>();
  readonly #loggedUsers: TokenBucket;
  readonly #loggedUnknown: TokenBucket;

  constructor(private readonly options: UserPeerCheckOptions) {
    const limit = () => new TokenBucket(LOGGED_PER_MINUTE / 60, LOGGED_AT_ONCE, () => options.clock.now());
    this.#loggedUsers = limit();
    this.#loggedUnknown = limit();
  }

  guard(server: Server): void {
    // Must run before the server's own listener, which starts reading.
    if (this.options.isSlow === true) this.#holdBack(server);
    else server.prependListener('connection', (socket: Socket) => void this.#decide(socket));
    new TlsHandshakes(server, (secured, connection) => {
      if (this.#allowed.has(connection)) this.#allowed.add(secured);
    });
  }

  isAllowed(connection: Duplex): boolean {
    return this.#allowed.has(connection);
  }

  /** Passes connections on to the listeners that the server has now once they are decided. */
  #holdBack(server: Server): void {
    const listeners = server.listeners('connection');
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      // Otherwise an error of the connection would end the process.
      const ignore = () => {};
      socket.on('error', ignore);
      void this.#decide(socket)?.then(() => {
        socket.off('error', ignore);
        if (socket.destroyed) return;
        for (const listener of listeners) listener.call(server, socket);
      });
    });
  }

  /** @returns null if it is decided at once */
  #decide(socket: Socket): Promise<void> | null {
    const peer = this.options.lookUp(socket);
    if (!(peer instanceof Promise)) {
      this.#apply(socket, peer);
      return null;
    }
    return peer.catch(() => 'unavailable' as const).then((found) => this.#apply(socket, found));
  }

  #apply(socket: Socket, peer: PeerLookup): void {
    if (typeof peer === 'object' && this.options.users.has(peer.user)) this.#allowed.add(socket);
    else this.#refuse(socket, peer);
  }

  #refuse(socket: Socket, peer: PeerLookup): void {
    const { clock } = this.options;
    this.#log(socket, peer);
    if (this.#refused.size >= MAX_REFUSED) {
      socket.destroy();
      return;
    }
    this.#refused.add(socket);
    const cancel = clock.after(REFUSAL_TIMEOUT_MS, () => socket.destroy());
    socket.once('close', () => {
      cancel();
      this.#refused.delete(socket);
    });
  }

  /** Unknown owners have a separate limit, so that they cannot keep other users out of the log. */
  #log({ localPort: port }: Socket, peer: PeerLookup): void {
    const { log } = this.options;
    if (typeof peer === 'object') {
      if (this.#loggedUsers.take()) log.warn({ peer, port }, 'refused connection of another user');
      return;
    }
    if (!this.#loggedUnknown.take()) return;
    if (peer === 'unavailable') {
      log.warn({ port }, 'refused a connection: the system does not tell whose it is');
    } else {
      log.info({ port }, 'refused a connection whose owner could not be determined; it may have closed');
    }
  }
}
