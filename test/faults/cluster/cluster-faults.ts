import { setTimeout as delay } from 'node:timers/promises';
import { StoreError } from '#guildhall/store/errors.js';
import type { Connection } from '#guildhall/store/postgres/connection.js';
import { eventually } from '../../helpers/eventually.js';
import type { Random } from '../../helpers/random.js';
import { type Engines, POSTGRES_PORT } from './engines.js';
import type { LoadUnderFaults } from './load-under-faults.js';
import type { NodeNetwork } from './node-network.js';

/** Longer than a lease, in milliseconds: how long a node is stopped or cut off. */
const PAST_LEASE = [3500, 6000] as const;
/** How long a node or the bus is gone, in milliseconds. */
const GONE = [0, 2000] as const;
/** How often the guilds of a node are given to another one while the node uses them. */
const STOLEN_LEASES = 3;

const END_LEASE = "UPDATE node_leases SET until = clock_timestamp() - interval '1 second' WHERE node LIKE $1";
const TAKE_GUILDS = `SELECT take_guild(guild_id, node) FROM (
  SELECT guild_id, newest.node FROM guild_owners AS owners,
    (SELECT node FROM node_leases WHERE node LIKE $2 ORDER BY until DESC LIMIT 1) AS newest
  WHERE owners.node LIKE $1 ORDER BY guild_id) AS ordered`;
/** The SQLSTATE of `take_guild` after it waited for another transaction. */
const LOCK_NOT_AVAILABLE = '55P03';

/** The owner of some guild, of the named node if it has any. */
const ANY_OWNER = 'SELECT node FROM guild_owners ORDER BY node LIKE $1 DESC LIMIT 1';
const WAITING_COMMITS = `SELECT FROM pg_stat_activity
  WHERE client_addr = $1::inet AND wait_event_type = 'Lock' AND query LIKE '%fence_guild%'`;

/** The lease of each node, of the newest process of it. */
const NEWEST_LEASES = `SELECT regexp_replace(node, '-[^-]*$', '') AS name, max(until)::text AS until
  FROM node_leases GROUP BY name`;

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
  readonly load: Pick<LoadUnderFaults, 'burst' | 'untilBack'>;
  /** the node that it happens to, if it happens to one */
  readonly node: FaultyNode;
  readonly random: Random;
}

/**
 * Causes a fault and ends it.
 *
 * @returns from when on the service may be expected, in milliseconds of `performance.now()`; undefined: from the beginning of the
 * fault on
 */
export type ClusterFault = (scene: FaultScene) => Promise<number | undefined>;

function between(random: Random, [shortest, longest]: readonly [number, number]): Promise<void> {
  return delay(shortest + random.below(longest - shortest));
}

/** Waits for two renewals of each node: the second one is sent after the first told which guilds the node has lost. */
async function untilRenewedTwice(connection: Connection, nodes: readonly FaultyNode[]): Promise<void> {
  const seen = new Map(nodes.map(({ name }) => [name, new Set<string>()]));
  const isDone = async () => {
    const leases = (await connection.query(NEWEST_LEASES)) as { name: string; until: string }[];
    for (const { name, until } of leases) seen.get(name)?.add(until);
    return [...seen.values()].every(({ size }) => size > 2);
  };
  await eventually(isDone, { describe: () => 'a node did not renew its lease twice' });
}

/**
 * Gives the guilds of a node to another one, in a transaction that stays open. A node that takes one of them at the same moment
 * has its row and waits for the lease, while this transaction has the lease and waits for the row: one of both gives up.
 */
async function stealGuilds(connection: Connection, former: string, other: string): Promise<void> {
  const isTaken = async () => {
    await connection.exec('BEGIN');
    try {
      await connection.query(END_LEASE, [`${former}-%`]);
      await connection.query(TAKE_GUILDS, [`${former}-%`, `${other}-%`]);
      return true;
    } catch (error) {
      if (!(error instanceof StoreError && error.code === LOCK_NOT_AVAILABLE)) throw error;
      await connection.exec('ROLLBACK');
      return false;
    }
  };
  await eventually(isTaken, { describe: () => `the guilds of ${former} could not be taken` });
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

  /**
   * Another node becomes the owner between the beginning of a commit of the former one and its fence: the number of the entry would
   * still fit, so that the epoch alone refuses it. Its lease is ended by force and not by time, so a former owner that commits
   * nothing reads from memory until its next renewal; the fault lasts until then.
   */
  async 'two owners'({ cluster, load, node }) {
    const connection = await cluster.connect();
    const watching = await cluster.connect();
    try {
      for (let time = 0; time < STOLEN_LEASES; time += 1) {
        // So that the owner of each guild has loaded it.
        await load.untilBack(performance.now());
        const [owner] = (await watching.query(ANY_OWNER, [`${node.name}-%`])) as { node: string }[];
        const former = cluster.nodes.find(({ name }) => owner?.node.startsWith(`${name}-`));
        const other = cluster.nodes.find((each) => each !== former);
        await stealGuilds(connection, former?.name ?? '', other?.name ?? '');
        const burst = load.burst();
        const isWaiting = async () =>
          (await watching.query(WAITING_COMMITS, [former?.network.address ?? null])).length > 0;
        await eventually(isWaiting, { describe: () => 'no commit of the former owner' });
        await connection.exec('COMMIT');
        await burst;
      }
      await untilRenewedTwice(watching, cluster.nodes);
    } finally {
      await connection.close();
      await watching.close();
    }
  },
};
