import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../rpc/fuzz/random.js';
import type { ClusterLoad } from './cluster-load.js';
import { type ClusterUnderFaults, POSTGRES_PORT } from './cluster-under-faults.js';
import type { NodeUnderFaults } from './node-under-faults.js';

/** Longer than a lease, in milliseconds: how long a node is stopped or cut off. */
const PAST_LEASE = [3500, 6000] as const;
/** How long a node or the bus is gone, in milliseconds. */
const GONE = [0, 2000] as const;
/** How often the lease of a node is ended while the node uses it. */
const STOLEN_LEASES = 3;

/** What a fault happens to. */
export interface FaultScene {
  readonly cluster: ClusterUnderFaults;
  readonly load: ClusterLoad;
  /** the node that it happens to, if it happens to one */
  readonly node: NodeUnderFaults;
  readonly random: Random;
}

/**
 * Causes a fault and ends it.
 *
 * @returns from when on the service may be expected, in milliseconds of `performance.now()`; undefined: from the begin of the
 * fault on
 */
export type ClusterFault = (scene: FaultScene) => Promise<number | undefined>;

function between(random: Random, [shortest, longest]: readonly [number, number]): Promise<void> {
  return delay(shortest + random.below(longest - shortest));
}

export const CLUSTER_FAULTS: Readonly<Record<string, ClusterFault>> = {
  async 'kill -9 of a node'({ node, random }) {
    await node.kill();
    await between(random, GONE);
    await node.start();
  },

  async 'SIGSTOP past the lease'({ node, random }) {
    node.suspend();
    await between(random, PAST_LEASE);
    node.continue();
  },

  async 'partition from PostgreSQL'({ node, random }) {
    await node.network.drop(POSTGRES_PORT);
    await between(random, PAST_LEASE);
    await node.network.restore();
  },

  async 'partition from NATS'({ cluster, node, random }) {
    await node.network.drop(cluster.bus.port);
    await between(random, PAST_LEASE);
    await node.network.restore();
  },

  async 'kill of NATS'({ cluster, random }) {
    await cluster.bus.kill();
    await between(random, GONE);
    cluster.bus.restart();
  },

  async 'restart of PostgreSQL'({ cluster }) {
    await cluster.postgres.kill();
    await cluster.postgres.resume();
    // Without its database nothing can be changed.
    return performance.now();
  },

  /** The lease ends in the database, so others take the guilds while the node still believes that it owns them. */
  async 'two owners'({ cluster, load, node }) {
    const connection = await cluster.connect();
    try {
      for (let time = 0; time < STOLEN_LEASES; time += 1) {
        await connection.query(
          "UPDATE node_leases SET until = clock_timestamp() - interval '1 second' WHERE node LIKE $1",
          [`${node.name}-%`],
        );
        await load.burst();
      }
    } finally {
      await connection.close();
    }
  },
};
