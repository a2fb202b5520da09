import type { Lifecycle } from '#guildhall/platform/lifecycle.js';
import { Connection } from '#guildhall/store/postgres/connection.js';
import { NatsServer } from '../../cluster/support/nats-server.js';
import { PostgresServer } from '../../helpers/postgres/postgres-server.js';
import { CommitObserver } from './commit-observer.js';
import { ENGINES, NETWORK, type NodeNetwork, openEngineNetwork } from './node-network.js';

export const POSTGRES_PORT = 5432;
/** The names of the nodes. */
export const NODES = ['a', 'b', 'c'];

/** A database and a bus for nodes in network namespaces. */
export interface Engines {
  readonly postgres: PostgresServer;
  readonly bus: NatsServer;
  /** the database of the nodes */
  readonly database: string;
  /** as nodes reach them */
  readonly urls: readonly [store: string, bus: string];
  /** Opens a connection to the database that no fault of a node affects. */
  connect(): Promise<Connection>;
}

/** Starts the engines. The process must be in a network namespace of its own. */
export async function openEngines(lifecycle: Lifecycle): Promise<Engines> {
  await openEngineNetwork();
  const listens = { address: ENGINES, network: NETWORK };
  const postgres = lifecycle.add('PostgreSQL', await PostgresServer.startOwn(listens));
  const database = await postgres.takeDatabase();
  const bus = await NatsServer.startOwn('--addr', ENGINES);
  lifecycle.add('bus', { stop: () => bus[Symbol.asyncDispose]() });
  const urls = [
    `postgres://guildhall@${ENGINES}:${POSTGRES_PORT}/${database}`,
    `nats://${ENGINES}:${bus.port}`,
  ] as const;
  return { postgres, bus, database, urls, connect: () => Connection.open(postgres.settings(database)) };
}

/** Observes the commits of nodes from now on. */
export async function observeCommits(
  engines: Engines,
  nodes: readonly { readonly name: string; readonly network: NodeNetwork }[],
): Promise<CommitObserver> {
  const observer = new CommitObserver(new Map(nodes.map(({ name, network }) => [name, network.address])));
  const connection = await engines.connect();
  try {
    await observer.install(connection);
  } finally {
    await connection.close();
  }
  return observer;
}
