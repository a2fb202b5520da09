// test:all faults: measures how soon a network without packets is noticed
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, before, beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { isConnectionLost } from '#guildhall/store/postgres/connection.js';
import { type ConnectionSettings, readConnectionUrl } from '#guildhall/store/postgres/connection-settings.js';
import { WatchedConnections } from '#guildhall/store/postgres/watched-connections.js';
import type { Store } from '#guildhall/store/store.js';
import { assertTakesLess } from '../../helpers/assert-takes-less.js';
import { type DatabaseServer, noPostgres, sharedPostgres } from '../../helpers/postgres/postgres-server.js';
import { account, addAccounts, addGuild, token } from '../contract/fixtures.js';
import { CuttingProxy } from './support/cutting-proxy.js';
import { openNode } from './support/open-node.js';
import { clusterOf } from './support/two-nodes.js';

/** How long the service may be away after a failover, in milliseconds. */
const BACK_MS = 5000;

/** @returns how long a task takes, in milliseconds */
async function timeOf(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

describe('A network that drops the packets of all connections', { skip: noPostgres }, () => {
  let server: DatabaseServer;
  let folder: string;
  let database: string;
  let proxy: CuttingProxy;
  let settings: ConnectionSettings;
  let store: Store;

  before(async () => {
    server = await sharedPostgres();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
    database = await server.takeDatabase();
    proxy = await CuttingProxy.start(folder, server.folder);
    settings = readConnectionUrl(
      `postgres://guildhall@localhost/${database}?host=${encodeURIComponent(folder)}`,
    );
    store = await openNode(settings);
    await addAccounts(store, '1');
    await addGuild(store, '10');
  });
  afterEach(async () => {
    await store.close();
    await proxy.stop();
    await server.returnDatabase(database);
    await rm(folder, { recursive: true, force: true });
  });

  test('delays reads, changes and loads by less than five seconds, while new connections work', async () => {
    const { guilds, ownership } = clusterOf(store);
    let id = 1;
    await assertTakesLess(
      () => BACK_MS,
      async () => {
        await Promise.all([1, 2, 3, 4].map(() => store.accounts.byIds(['1'])));
        await guilds.load('10');
        await ownership.renew('node-1', 60_000, false);
        proxy.silence();
        id += 1;
        const made = account(String(id));
        return timeOf(async () => {
          const [people, loaded] = await Promise.all([
            store.accounts.byIds(['1']),
            guilds.load('10'),
            store.accounts.create({ account: made, token: token(`token ${id}`, made.id) }),
          ]);
          assert.deepEqual([people.length, loaded?.state.id], [1, '10']);
        });
      },
    );
    assert.equal((await store.accounts.people()).length, id);
  });

  test('does not end a statement that the server works on, however long it takes', async () => {
    const connection = await new WatchedConnections(settings).open();
    const answered = connection.query('SELECT pg_sleep(5)');
    // Asks sooner and more often.
    connection.examine();
    assert.equal((await answered).length, 1);
    assert.equal(connection.isLost, false);
    await connection.close();
  });

  test('ends idle connections once one of them is found lost', async () => {
    await assertTakesLess(
      () => BACK_MS,
      async () => {
        const connections = new WatchedConnections(settings);
        const [used, idle] = [await connections.open(), await connections.open()];
        proxy.silence();
        return timeOf(async () => {
          await assert.rejects(used.query('SELECT 1'), isConnectionLost);
          while (!idle.isLost) await setTimeout(50);
        });
      },
    );
  });
});
