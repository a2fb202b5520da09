import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ClusterStore, Taken } from '#guildhall/store/cluster.js';
import { Connection } from '#guildhall/store/postgres/connection.js';
import type { Store } from '#guildhall/store/store.js';
import {
  type DatabaseServer,
  noPostgres,
  PostgresServer,
  sharedPostgres,
} from '../../../helpers/postgres/postgres-server.js';
import { addAccounts, addGuild } from '../../contract/fixtures.js';
import { type NodeOptions, openNode } from './open-node.js';

/** The guild that each database has. */
export const GUILD = '10';

/** Two nodes that share a database. */
export interface TwoNodes {
  readonly first: Store;
  readonly second: Store;
  /** Opens a connection to the database that belongs to neither of them. */
  connect(): Promise<Connection>;
  /** Opens the store of another node; the test closes it. */
  open(options: NodeOptions): Promise<Store>;
}

type NodesTest = (title: string, run: (nodes: TwoNodes) => Promise<void>) => void;

/** Declares tests of two nodes. @param define gets a function that declares one, with a separate database */
export function describeNodes(title: string, define: (nodesTest: NodesTest) => void): void {
  describeNodesOf(sharedPostgres, title, define);
}

/** The same on a server of their own, for what depends on the transactions of all databases. */
export function describeNodesAlone(title: string, define: (nodesTest: NodesTest) => void): void {
  let own: PostgresServer | null = null;
  const start = async () => {
    own = await PostgresServer.startOwn();
    return own;
  };
  describeNodesOf(start, title, (nodesTest) => {
    after(() => own?.stop());
    define(nodesTest);
  });
}

function describeNodesOf(
  start: () => Promise<DatabaseServer>,
  title: string,
  define: (nodesTest: NodesTest) => void,
): void {
  describe(title, { skip: noPostgres }, () => {
    let server: DatabaseServer;
    before(async () => {
      server = await start();
    });
    define((name, run) => void test(name, () => withNodes(server, run)));
  });
}

async function withNodes(server: DatabaseServer, run: (nodes: TwoNodes) => Promise<void>): Promise<void> {
  const database = await server.takeDatabase();
  const settings = server.settings(database);
  const [first, second] = [await openNode(settings), await openNode(settings)];
  try {
    await addAccounts(first, '1');
    await addGuild(first, GUILD);
    await run({
      first,
      second,
      connect: () => Connection.open(settings),
      open: (options) => openNode(settings, options),
    });
  } finally {
    await first.close();
    await second.close();
    await server.returnDatabase(database);
  }
}

export function clusterOf({ cluster }: Store): ClusterStore {
  assert.ok(cluster !== null);
  return cluster;
}

/** The epoch with which a guild was taken. */
export function epochOf(taken: Taken): number {
  assert.equal(taken.kind, 'taken');
  return taken.kind === 'taken' ? taken.epoch : 0;
}
