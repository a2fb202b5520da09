import type { Component } from '../../platform/lifecycle.js';
import type { RpcOptions } from '../context.js';
import type { UnconnectedCommands } from '../dispatch/unconnected-commands.js';
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
export interface TransportContext
  extends Pick<
    RpcOptions,
    | 'peers'
    | 'localPeers'
    | 'peerProcesses'
    | 'peerReads'
    | 'ports'
    | 'ipcFolder'
    | 'ipcLinks'
    | 'apiUrl'
    | 'client'
    | 'limits'
    | 'clock'
    | 'log'
  > {
  /** takes over connections that can receive events */
  readonly acceptor: ConnectionAcceptor;
  /** runs commands of applications without a connection */
  readonly unconnectedCommands: UnconnectedCommands;
  readonly rules: AdmissionRules;
  readonly attempts: AuthenticationAttempts;
}
