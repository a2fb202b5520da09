import type { Server, Socket } from 'node:net';
import { type TLSSocket, Server as TlsServer } from 'node:tls';

/** Called once the handshake of a connection has succeeded: the TLS socket is used in its place from now on. */
type SecuredListener = (secured: TLSSocket, connection: Socket) => void;

/**
 * Finds the TCP connection of each TLS socket of a server. What was decided about a connection before its handshake
 * must be carried over, because requests are of TLS sockets. Servers without TLS have no handshakes.
 */
export class TlsHandshakes {
  readonly #connections = new Map<string, Socket>();

  /** Must be called before `listen`. */
  constructor(
    server: Server,
    private readonly secured: SecuredListener,
  ) {
    if (!(server instanceof TlsServer)) return;
    server.prependListener('connection', (connection: Socket) => this.#begin(connection));
    // Before the listener that reads requests.
    server.prependListener('secureConnection', (socket) => this.#end(socket));
  }

  #begin(connection: Socket): void {
    const peer = peerOf(connection);
    if (peer === null) return;
    this.#connections.set(peer, connection);
    connection.once('close', () => {
      if (this.#connections.get(peer) === connection) this.#connections.delete(peer);
    });
  }

  #end(secured: TLSSocket): void {
    const peer = peerOf(secured);
    const connection = peer === null ? undefined : this.#connections.get(peer);
    if (peer === null || connection === undefined) return;
    this.#connections.delete(peer);
    this.secured(secured, connection);
  }
}

/** Open connections of one server have different ones. @returns null if the peer has gone */
function peerOf({ remoteAddress, remotePort }: Socket): string | null {
  return remoteAddress === undefined || remotePort === undefined ? null : `${remoteAddress} ${remotePort}`;
}
