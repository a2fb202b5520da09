import { type Component, Lifecycle } from '../platform/lifecycle.js';
import { RpcConnections } from './connections.js';
import { createContext } from './create-context.js';
import { EventFanout } from './event-fanout.js';
import type { KeyCaptures } from './key-captures.js';
import { LiveSessions } from './live-sessions.js';
import { Revocations } from './revocations.js';
import type { RpcOptions } from './rpc-options.js';
import type { RpcSessions } from './sessions.js';
import { createTransportContext } from './transport/create-transport-context.js';
import { TRANSPORTS } from './transport/index.js';
import type { TcpAddress, Transport } from './transport/transport.js';

/** No transport of the server is reached by TCP, where applications look for it. */
export class NoTcpTransportError extends Error {
  override readonly name = 'NoTcpTransportError';
}

/** The local RPC server: what applications connect to (docs/rpc.md). */
export class RpcServer implements Component {
  private constructor(
    /** where applications look for it */
    readonly address: TcpAddress,
    /** the live connections, for the person */
    readonly sessions: RpcSessions,
    /** the captures of keys, for the person */
    readonly captures: KeyCaptures,
    private readonly lifecycle: Lifecycle,
  ) {}

  /**
   * Starts the server on all its transports.
   *
   * @throws {UserError} if one cannot be opened, e.g. every port is taken; none is open then
   */
  static async start(options: RpcOptions): Promise<RpcServer> {
    const { client, log, transports = TRANSPORTS } = options;
    const lifecycle = new Lifecycle(log);
    const context = createContext(options);
    const connections = new RpcConnections(context);
    try {
      lifecycle.add('RPC events', new EventFanout(context));
      lifecycle.add('RPC revocations', new Revocations(client, connections, context));
      const transportContext = createTransportContext(options, context, connections);
      const opened: Transport[] = [];
      for (const open of transports) {
        opened.push(lifecycle.add('RPC transport', await open(transportContext)));
      }
      const sessions = new LiveSessions(connections, context);
      return new RpcServer(findTcpAddress(opened), sessions, context.captures, lifecycle);
    } catch (error) {
      await lifecycle.stop();
      throw error;
    }
  }

  /** Closes its transports with their connections, then what is behind them. */
  stop(): Promise<void> {
    return this.lifecycle.stop();
  }
}

function findTcpAddress(transports: readonly Transport[]): TcpAddress {
  for (const { address } of transports) if ('port' in address) return address;
  throw new NoTcpTransportError('The RPC server has no TCP port');
}
