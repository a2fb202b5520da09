import type { ChatClient } from '../../client/client.js';
import type { PeerReads } from '../../net/frames/peer-reads.js';
import type { PeerCheck } from '../../net/peer-check.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { PeerProcesses } from '../../platform/processes/peer-processes.js';
import type { UnconnectedCommands } from '../dispatch/unconnected-commands.js';
import type { RpcLimits } from '../limits.js';
import type { AuthenticationAttempts } from '../sessions/authentication-attempts.js';
import type { AdmissionRules } from './admission.js';
import type { ConnectionAcceptor } from './connection-acceptor.js';

/** The address of a transport. */
export type TransportAddress = TcpAddress | SocketAddress;

export interface TcpAddress {
  readonly host: string;
  readonly port: number;
}

/** A Unix socket or a named pipe. */
export interface SocketAddress {
  readonly path: string;
  /** further paths of the same socket */
  readonly links: readonly string[];
}

/** A way for applications to connect to the server. Stopping it closes its connections. */
export interface Transport extends Component {
  readonly address: TransportAddress;
}

/**
 * Opens a transport.
 *
 * @returns null if it is off, or unavailable where the server can do without
 * @throws {UserError} if the person must change something first, e.g. because no port is free
 */
export type OpenTransport = (context: TransportContext) => Promise<Transport | null>;

/** The dependencies of transports. */
export interface TransportContext {
  /** takes over connections that can receive events */
  readonly acceptor: ConnectionAcceptor;
  /** runs commands of applications without a connection */
  readonly unconnectedCommands: UnconnectedCommands;
  readonly rules: AdmissionRules;
  /** decides which users' programs may connect */
  readonly peers: PeerCheck;
  /** decides the same about connections to sockets that only the person can open */
  readonly localPeers: PeerCheck;
  readonly peerProcesses: PeerProcesses;
  readonly peerReads: PeerReads;
  /** first and last port to try */
  readonly ports: readonly [number, number];
  /** where sockets of IPC are; null: there are none */
  readonly ipcFolder: string | null;
  /** whether sandboxed programs find them, too */
  readonly ipcLinks: boolean;
  /** base URL of the REST API that the proxy calls, e.g. `http://127.0.0.1:6480/api` */
  readonly apiUrl: string;
  readonly client: ChatClient;
  readonly attempts: AuthenticationAttempts;
  readonly limits: RpcLimits;
  readonly clock: Clock;
  readonly log: Logger;
}
