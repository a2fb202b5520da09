import type { Bus } from '../../cluster/bus/bus.js';
import { ClusterNode } from '../../cluster/cluster-node.js';
import type { GuildLease } from '../../cluster/ownership/guild-lease.js';
import { processName } from '../../cluster/process-name.js';
import type { CarryOut } from '../../cluster/requests/guild-request.js';
import { UserError } from '../../platform/errors.js';
import { Emitter, type Unsubscribe } from '../../platform/events.js';
import type { Lifecycle } from '../../platform/lifecycle.js';
import type { ClusterStore } from '../../store/cluster.js';
import { StoreError } from '../../store/errors.js';
import type { Store } from '../../store/store.js';
import type { ApiOptions } from '../api-options.js';

/** This service as one of several nodes (docs/adr/0079-guilds-of-the-service-have-owners.md). */
export interface ApiCluster {
  readonly node: ClusterNode;
  readonly bus: Bus;
  /** the name of this process, which no other one has had */
  readonly name: string;
  /** Calls a listener for each guild that was lost; what was loaded under its lease must be forgotten. */
  onLost(listener: (lease: GuildLease) => void): Unsubscribe;
  /**
   * Sets what carries out requests of a kind for guilds of this node. Their text is `KIND TEXT`; it gets `TEXT`. Until then none
   * is carried out.
   */
  onRequest(kind: string, carryOut: CarryOut): void;
}

/**
 * Joins the other nodes. It stops before the store.
 *
 * @returns null if this process is the only one
 * @throws {UserError} this process is not a node, and nodes use its store: they would not see its changes
 */
export async function openCluster(
  { cluster = null, clock, log, observer = null }: ApiOptions,
  store: Store,
  lifecycle: Lifecycle,
): Promise<ApiCluster | null> {
  if (store.cluster === null) return null;
  if (cluster === null) {
    await requireAlone(store.cluster);
    return null;
  }
  const { bus } = cluster;
  const name = processName(cluster.node);
  const events = Emitter.logging<{ lost: GuildLease }>(log, 'leases of guilds');
  const kinds = new Map<string, CarryOut>();
  const node = new ClusterNode({
    store: store.cluster,
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
  await node.start();
  log.info({ node: name }, 'joined the cluster');
  return {
    node,
    bus,
    name,
    onLost: (listener) => events.on('lost', listener),
    onRequest: (kind, carryOut) => void kinds.set(kind, carryOut),
  };
}

async function requireAlone(store: Pick<ClusterStore, 'liveNodes'>): Promise<void> {
  const nodes = await store.liveNodes();
  if (nodes.length === 0) return;
  throw new UserError(
    `this store is used by the nodes of a cluster: ${nodes.join(', ')}`,
    'Name this process with --node as well, or stop the nodes; a node that was killed is forgotten after some seconds.',
  );
}
