import type { ServiceObserver } from '../api/core/service-observer.js';
import { Emitter, type Unsubscribe } from '../platform/async/events.js';
import type { Clock } from '../platform/clock.js';
import type { Lifecycle } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import type { ClusterStore } from '../store/cluster.js';
import { StoreError } from '../store/errors.js';
import { AuthenticatedBus } from './bus/authenticated-bus.js';
import type { Bus } from './bus/bus.js';
import { NamespacedBus } from './bus/namespaced-bus.js';
import { BusRoundTrip } from './bus-round-trip.js';
import { ClusterNode } from './cluster-node.js';
import type { GuildLease } from './ownership/guild-lease.js';
import { nodeName, processName } from './process-name.js';
import type { CarryOut } from './requests/guild-request.js';

/** What makes a service one of several nodes. */
export interface ClusterOptions {
  /** the name of the node, for people: see `checkNodeName` */
  readonly node: string;
  /** carries messages to the other nodes; the caller stops it after the service */
  readonly bus: Bus;
  /** milliseconds on a clock that is never set; not for leases, which end on that of the database */
  readonly elapsed?: () => number;
}

interface OpenOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly observer: ServiceObserver | null;
}

/** This service as one of several nodes (docs/adr/0047-guilds-of-the-service-have-owners.md). */
export interface ApiCluster {
  readonly node: ClusterNode;
  /** between the nodes of this database; the process's own bus stops after it */
  readonly bus: Bus;
  /** How many messages of the bus were dropped because no node of this database can have sent them now. */
  refusedMessages(): number;
  /** How much the clock of this machine is ahead of the database's, in milliseconds. */
  clockAhead(): number;
  readonly roundTrip: BusRoundTrip;
  /** the name of this process, which no other one has had */
  readonly name: string;
  /** milliseconds on a clock that is never set */
  elapsed(): number;
  /** Calls a listener for each guild that was lost; what was loaded under its lease must be forgotten. */
  onLost(listener: (lease: GuildLease) => void): Unsubscribe;
  /**
   * Sets what carries out requests of a kind for guilds of this node. Their text is `KIND TEXT`; it gets `TEXT`. Until then none
   * is carried out.
   */
  onRequest(kind: string, carryOut: CarryOut): void;
}

/** Joins the other nodes. It stops before the store. */
export async function openCluster(
  cluster: ClusterOptions,
  shared: ClusterStore,
  { clock, log, observer }: OpenOptions,
  lifecycle: Lifecycle,
): Promise<ApiCluster> {
  const authenticated = new AuthenticatedBus({
    bus: cluster.bus,
    key: await shared.busKey(),
    now: () => shared.now(),
    elapsed: () => performance.now(),
    log,
  });
  // The codes of messages are for one database: a restored dump has the same key.
  const bus = new NamespacedBus(authenticated, await shared.identity());
  const name = processName(cluster.node);
  const events = Emitter.logging<{ lost: GuildLease }>(log, 'leases of guilds');
  const kinds = new Map<string, CarryOut>();
  const { elapsed = () => performance.now() } = cluster;
  const node = new ClusterNode({
    store: shared,
    bus,
    node: name,
    clock,
    elapsed: () => performance.now(),
    log,
    async carryOut(request, lease) {
      const [kind = ''] = request.text.split(' ', 1);
      const carryOut = kinds.get(kind);
      // The node is starting, or another version of the program runs on the other one.
      if (carryOut === undefined) throw new StoreError(`no requests ${kind} are carried out`, 'NO_REQUESTS');
      return carryOut({ ...request, text: request.text.slice(kind.length + 1) }, lease);
    },
    lost: (lease) => events.emit('lost', lease),
    observeRequest: observer && ((outcome, seconds) => observer.forwarded(outcome, seconds)),
  });
  lifecycle.add('cluster', node);
  const roundTrip = lifecycle.add('round trips', new BusRoundTrip(bus, name));
  await node.start();
  log.info({ node: name }, 'joined the cluster');
  await warnOfDuplicateName(shared, name, log);
  return {
    node,
    bus,
    refusedMessages: () => authenticated.refused,
    clockAhead: () => shared.clockAhead(),
    roundTrip,
    name,
    elapsed,
    onLost: (listener) => events.on('lost', listener),
    onRequest: (kind, carryOut) => void kinds.set(kind, carryOut),
  };
}

/** Nodes of one name work, but logs and metrics do not tell them apart. */
async function warnOfDuplicateName(
  store: Pick<ClusterStore, 'liveNodes'>,
  own: string,
  log: Logger,
): Promise<void> {
  const others = (await store.liveNodes()).filter(
    (other) => other !== own && nodeName(other) === nodeName(own),
  );
  if (others.length === 0) return;
  log.warn(
    { node: nodeName(own), hint: 'Give each node a name of its own with --node' },
    'another process of the cluster has the same node name, or ended a moment ago without leaving',
  );
}
