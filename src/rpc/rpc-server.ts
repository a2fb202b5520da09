import { type Component, Lifecycle } from '../platform/lifecycle.js';
import type { Activities } from './activities/activities.js';
import type { ActivityRequests } from './activities/activity-requests.js';
import { ApplicationAccesses } from './applications/application-accesses.js';
import { ApplicationLookups } from './applications/application-lookups.js';
import type { Refusals } from './applications/refusals.js';
import type { KeyCaptures } from './captures/shortcut-captures.js';
import type { RpcContext, RpcOptions } from './context.js';
import { createContext } from './create-context.js';
import { RpcConnections } from './sessions/connections.js';
import { LiveSessions, type RpcSessions } from './sessions/live-sessions.js';
import { Revocations } from './sessions/revocations.js';
import { TokenReview } from './sessions/token-review.js';
import { EventFanout } from './subscriptions/event-fanout.js';
import { createTransportContext } from './transport/create-transport-context.js';
import { TRANSPORTS } from './transport/index.js';
import type { SocketAddress, TcpAddress, Transport } from './transport/transport.js';

/** None of the server's transports has a TCP port, where applications look for it. */
export class NoTcpTransportError extends Error {
  override readonly name = 'NoTcpTransportError';
}

/** The local RPC server that applications connect to (docs/rpc.md). */
export class RpcServer implements Component {
  /** the TCP address where applications find the server */
  readonly address: TcpAddress;
  /** the socket of IPC; null: there is none */
  readonly ipc: SocketAddress | null;
  /** what programs show as the person's activity, for the person */
  readonly activities: Activities;
  /** requests to join games, for the person */
  readonly activityRequests: ActivityRequests;
  /** the key captures, for the person */
  readonly captures: KeyCaptures;
  /** the applications that were refused, for the person */
  readonly refusals: Refusals;

  private constructor(
    transports: readonly Transport[],
    /** the open connections, for the person */
    readonly sessions: RpcSessions,
    context: Pick<RpcContext, 'activities' | 'activityRequests' | 'captures' | 'refusals'>,
    private readonly lifecycle: Lifecycle,
  ) {
    this.address = findTcpAddress(transports);
    this.ipc = findSocketAddress(transports);
    this.activities = context.activities;
    this.activityRequests = context.activityRequests;
    this.captures = context.captures;
    this.refusals = context.refusals;
  }

  /**
   * Opens the transports of the server, by default all of them.
   *
   * @throws {UserError} if one cannot be opened, e.g. because every port is in use; none stays open then
   */
  static start(options: RpcOptions, transports = TRANSPORTS): Promise<RpcServer> {
    const { client, clock, log } = options;
    return Lifecycle.start(log, async (lifecycle) => {
      const context = createContext(options);
      const connections = new RpcConnections(context);
      lifecycle.add('RPC activities', context.activities);
      lifecycle.add('RPC activity requests', context.activityRequests);
      lifecycle.add('RPC named keys', context.namedKeys);
      lifecycle.add('RPC events', new EventFanout(context));
      lifecycle.add('RPC revocation watch', context.revocationWatch);
      const revocations = lifecycle.add('RPC revocations', new Revocations(client, connections, context));
      lifecycle.add('RPC token review', new TokenReview({ client, clock, connections, log, revocations }));
      const transportContext = createTransportContext(options, context, {
        connections,
        applications: lifecycle.add('RPC applications', new ApplicationLookups(client, clock)),
        accesses: lifecycle.add('RPC application accesses', new ApplicationAccesses(client, clock)),
      });
      const opened: Transport[] = [];
      for (const open of transports) {
        const transport = await open(transportContext);
        if (transport !== null) opened.push(lifecycle.add('RPC transport', transport));
      }
      const sessions = new LiveSessions(connections, context);
      return new RpcServer(opened, sessions, context, lifecycle);
    });
  }

  /** Closes the transports with their connections, then the rest. */
  stop(): Promise<void> {
    return this.lifecycle.stop();
  }
}

function findTcpAddress(transports: readonly Transport[]): TcpAddress {
  for (const { address } of transports) if ('port' in address) return address;
  throw new NoTcpTransportError('The RPC server has no TCP port');
}

function findSocketAddress(transports: readonly Transport[]): SocketAddress | null {
  for (const { address } of transports) if ('path' in address) return address;
  return null;
}
