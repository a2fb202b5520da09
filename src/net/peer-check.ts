import type { Server } from 'node:net';
import type { Duplex } from 'node:stream';

/** Decides which peers a local server serves (docs/architecture.md, Trust). */
export interface PeerCheck {
  /**
   * Decides about each connection once, when it arrives and before anything is read from it. Must be called before
   * `listen`.
   */
  guard(server: Server): void;
  /** Whether the connection's peer may use the server. A connection without a decision is refused. */
  isAllowed(connection: Duplex): boolean;
}

/** Serves all peers: for a service that other machines reach through a proxy. */
export const allowAnyPeer: PeerCheck = { guard: () => {}, isAllowed: () => true };
