import type { ChatClient } from '../../client/client.js';
import type { PeerCheck } from '../../net/peer-check.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { PeerProcesses } from '../../platform/peer-processes.js';
import type { AuthenticationAttempts } from '../authentication-attempts.js';
import type { RpcLimits } from '../limits.js';
import type { UnconnectedCommands } from '../unconnected-commands.js';
import type { AdmissionRules } from './admission.js';
import type { ConnectionAcceptor } from './connection-acceptor.js';

/** Where applications reach a transport. */
export type TransportAddress = TcpAddress | { readonly path: string };

export interface TcpAddress {
  readonly host: string;
  readonly port: number;
}

/** A way for applications to reach the server. Stopping it closes its connections. */
export interface Transport extends Component {
  readonly address: TransportAddress;
}

/** Opens a transport. @throws {UserError} if the person has to change something first, e.g. no port is free */
export type OpenTransport = (context: TransportContext) => Promise<Transport>;

/** What transports work with. */
export interface TransportContext {
  /** takes over connections that can receive events */
  readonly acceptor: ConnectionAcceptor;
  /** runs commands of applications that hold no connection */
  readonly unconnectedCommands: UnconnectedCommands;
  readonly rules: AdmissionRules;
  /** whose programs may connect */
  readonly peers: PeerCheck;
  readonly peerProcesses: PeerProcesses;
  /** first and last port to try */
  readonly ports: readonly [number, number];
  /** the REST API that proxied calls go to, e.g. `http://127.0.0.1:6480/api` */
  readonly apiUrl: string;
  readonly client: ChatClient;
  readonly attempts: AuthenticationAttempts;
  readonly limits: RpcLimits;
  readonly clock: Clock;
  readonly log: Logger;
}
