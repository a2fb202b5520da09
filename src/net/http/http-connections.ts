import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Clock, systemClock } from '../../platform/clock.js';
import { ConnectionSeats, type SeatHolder } from '../connection-seats.js';
import { pendingReplies, requestingConnections } from './reply-order.js';
import { TlsHandshakes } from './tls-handshakes.js';

/** How long a connection with a pending response may be idle in both directions, in milliseconds. */
const IDLE_TIMEOUT_MS = 60_000;
/** How often connections with a pending response are looked for, in milliseconds. */
const CHECK_MS = 1_000;

/** The owner of connections that have not sent the head of a request. */
const NO_REQUEST: SeatHolder = ['no request', ''];
/** The owner of connections of programs, which send no Origin. */
const NO_ORIGIN: SeatHolder = ['program', ''];

/**
 * Limits the TCP connections of an HTTP server so that a newcomer is always served: if no seat is free, the least
 * recently active connection of the largest group is closed. Connections without a request are one group, those of
 * programs, which send no Origin, another one, and those with an Origin the third, within which they are grouped by it:
 * a client that invents Origins displaces no program. `server.maxConnections` would refuse the newcomer instead.
 */
export class HttpConnections {
  readonly #seats: ConnectionSeats<Socket>;
  #isChecking = false;

  /**
   * @param server made by `createHttpServer`
   * @param total the maximum number of unauthenticated connections
   */
  constructor(
    private readonly server: Server,
    total: number,
    private readonly clock: Pick<Clock, 'after'> = systemClock,
  ) {
    this.#seats = new ConnectionSeats<Socket>({ total, evict: (socket) => socket.destroy() });
    server.on('connection', (socket: Socket) => this.#admit(socket));
    new TlsHandshakes(server, (secured, connection) => {
      this.#seats.release(connection);
      this.#admit(secured);
    });
    // Not 'upgrade' as well: with such a listener Node.js hands over sockets that nothing may handle.
    server.prependListener('request', (request) => {
      this.requested(request);
      this.#limitIdle();
    });
  }

  #admit(socket: Socket): void {
    this.#seats.take(socket, NO_REQUEST);
    socket.on('close', () => this.#seats.release(socket));
  }

  /** Records that a connection sent the head of a request; must be called for upgrades. */
  requested({ headers, socket }: IncomingMessage): void {
    if (socket.destroyed) return;
    const { origin } = headers;
    this.#seats.take(socket, origin === undefined ? NO_ORIGIN : ['origin', origin]);
  }

  /**
   * Limits how long connections may be idle whose responses take longer than others. `server.setTimeout` would make one more timer
   * for each request, a tenth of the time of a short one.
   */
  #limitIdle(): void {
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.clock.after(CHECK_MS, () => {
      this.#isChecking = false;
      for (const socket of requestingConnections(this.server)) {
        if (pendingReplies(socket).length === 0) continue;
        // Node.js ends this timeout with the response. That of a connection whose client has closed its half is shorter.
        if (!socket.timeout) socket.setTimeout(IDLE_TIMEOUT_MS);
        this.#limitIdle();
      }
    });
  }

  /** Exempts a connection from displacement until its next request; the caller limits it from here on. */
  settle(socket: Socket): void {
    this.#seats.release(socket);
  }
}
