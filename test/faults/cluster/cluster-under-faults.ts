import { Lifecycle } from '#guildhall/platform/lifecycle.js';
import { createLogger } from '#guildhall/platform/log.js';
import { Connection } from '#guildhall/store/postgres/connection.js';
import { NatsServer } from '../../cluster/support/nats-server.js';
import { PostgresServer } from '../../helpers/postgres/postgres-server.js';
import { addAccounts, addGuild } from '../../store/contract/fixtures.js';
import { openNode } from '../../store/postgres/support/open-node.js';
import { CommitObserver } from './commit-observer.js';
import { ENGINES, NETWORK, NodeNetwork, openEngineNetwork } from './node-network.js';
import { NodeUnderFaults } from './node-under-faults.js';

export const POSTGRES_PORT = 5432;
const NODES = ['a', 'b', 'c'];
const GUILDS = ['10', '11', '12', '13', '14', '15'];

/** Three nodes in network namespaces of their own, and the engines that they share. */
export interface ClusterUnderFaults {
  readonly nodes: readonly NodeUnderFaults[];
  readonly guildIds: readonly string[];
  readonly postgres: PostgresServer;
  readonly bus: NatsServer;
  readonly observer: CommitObserver;
  /** Opens a connection to the database that no fault of a node affects. */
  connect(): Promise<Connection>;
}

/** Runs a function with a cluster. The process must be in a network namespace of its own. */
export async function withCluster(run: (cluster: ClusterUnderFaults) => Promise<void>): Promise<void> {
  const lifecycle = new Lifecycle(createLogger('error', process.stderr));
  try {
    await run(await openCluster(lifecycle));
  } finally {
    await lifecycle.stop();
  }
}

async function openCluster(lifecycle: Lifecycle): Promise<ClusterUnderFaults> {
  await openEngineNetwork();
  const listens = { address: ENGINES, network: NETWORK };
  const postgres = lifecycle.add('PostgreSQL', await PostgresServer.start(listens));
  const database = await postgres.takeDatabase();
  const bus = await NatsServer.start('--addr', ENGINES);
  lifecycle.add('bus', { stop: () => bus[Symbol.asyncDispose]() });
  const store = await openNode(postgres.settings(database));
  await addAccounts(store, '1');
  for (const guildId of GUILDS) await addGuild(store, guildId);
  await store.close();
  const engines = [
    `postgres://guildhall@${ENGINES}:${POSTGRES_PORT}/${database}`,
    `nats://${ENGINES}:${bus.port}`,
  ] as const;
  const nodes: NodeUnderFaults[] = [];
  for (const name of NODES) {
    const network = await NodeNetwork.open(nodes.length + 1);
    const node = lifecycle.add(name, new NodeUnderFaults(name, network, engines, GUILDS));
    nodes.push(node);
  }
  const connect = () => Connection.open(postgres.settings(database));
  const observer = new CommitObserver(new Map(nodes.map(({ name, network }) => [name, network.address])));
  const connection = await connect();
  await observer.install(connection);
  await connection.close();
  await Promise.all(nodes.map((node) => node.start()));
  return { nodes, guildIds: GUILDS, postgres, bus, observer, connect };
}
