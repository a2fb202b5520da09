import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../rpc/fuzz/random.js';
import { type Engines, POSTGRES_PORT } from './engines.js';
import type { NodeNetwork } from './node-network.js';

/** Longer than a lease, in milliseconds: how long a node is stopped or cut off. */
const PAST_LEASE = [3500, 6000] as const;
/** How long a node or the bus is gone, in milliseconds. */
const GONE = [0, 2000] as const;
/** How often the guilds of a node are given to another one while the node uses them. */
const STOLEN_LEASES = 3;

const END_LEASE = "UPDATE node_leases SET until = clock_timestamp() - interval '1 second' WHERE node LIKE $1";
const TAKE_GUILDS = `SELECT take_guild(guild_id, newest.node) FROM guild_owners AS owners,
  (SELECT node FROM node_leases WHERE node LIKE $2 ORDER BY until DESC LIMIT 1) AS newest
  WHERE owners.node LIKE $1`;

/** A node that faults happen to. */
export interface FaultyNode {
  readonly name: string;
  readonly network: NodeNetwork;
  readonly isRunning: boolean;
  start(): Promise<void>;
  kill(): Promise<void>;
  suspend(): void;
  continue(): void;
}

/** Nodes that faults happen to, and the engines that they share. */
export interface FaultyCluster extends Engines {
  readonly nodes: readonly FaultyNode[];
}

/** What a fault happens to. */
export interface FaultScene {
  readonly cluster: FaultyCluster;
  /** changes each guild at once, over each node if possible */
  readonly load: { burst(): Promise<void> };
  /** the node that it happens to, if it happens to one */
  readonly node: FaultyNode;
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

  /** Another node is made the owner in the database, while the former one still believes that it owns the guilds. */
  async 'two owners'({ cluster, load, node }) {
    const other = cluster.nodes.find((each) => each !== node);
    const connection = await cluster.connect();
    try {
      for (let time = 0; time < STOLEN_LEASES; time += 1) {
        await connection.query(END_LEASE, [`${node.name}-%`]);
        await connection.query(TAKE_GUILDS, [`${node.name}-%`, `${other?.name}-%`]);
        await load.burst();
      }
    } finally {
      await connection.close();
    }
  },
};
