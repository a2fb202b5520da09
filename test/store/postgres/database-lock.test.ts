// test:all faults: restarts PostgreSQL
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Lifecycle } from '#guildhall/platform/lifecycle.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { ConnectionSettings } from '#guildhall/store/postgres/connection-settings.js';
import type { DatabaseUse } from '#guildhall/store/postgres/database-lock.js';
import type { Store } from '#guildhall/store/store.js';
import { eventually } from '../../helpers/eventually.js';
import { noPostgres, PostgresServer } from '../../helpers/postgres/postgres-server.js';
import { account, token } from '../contract/fixtures.js';
import { openNode } from './support/open-node.js';

/** Runs a test with a separate database, and a way to open it; what is open at the end is closed. */
function withDatabase(
  run: (
    open: (use: DatabaseUse) => Promise<Store>,
    server: PostgresServer,
    settings: ConnectionSettings,
  ) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const lifecycle = new Lifecycle(silentLogger);
    try {
      const server = lifecycle.add('server', await PostgresServer.startOwn());
      const settings = server.settings(await server.takeDatabase());
      const open = async (use: DatabaseUse) => {
        const store = await openNode(settings, { use, onError: () => undefined });
        lifecycle.add('store', { stop: () => store.close() });
        return store;
      };
      await run(open, server, settings);
    } finally {
      await lifecycle.stop();
    }
  };
}

describe('A database of PostgreSQL', { skip: noPostgres }, () => {
  test(
    'is used by one process that is not a node',
    withDatabase(async (open) => {
      const first = await open('alone');
      await assert.rejects(open('alone'), /is used by another process/);
      await assert.rejects(open('node'), /is used by a process that is not a node/);
      await first.close();
      await open('alone');
    }),
  );

  test(
    'is used by several nodes, and by no other process at the same time',
    withDatabase(async (open) => {
      const nodes = [await open('node'), await open('node')];
      await assert.rejects(open('alone'), /is used by the nodes of a cluster/);
      for (const node of nodes) await node.close();
      await open('alone');
    }),
  );

  test(
    'is used again by the same process after the server was restarted',
    withDatabase(async (open, server) => {
      const store = await open('alone');
      await server.kill();
      await server.resume();
      const create = () => store.accounts.create({ account: account('1'), token: token('t', '1') });
      await eventually(() =>
        create().then(
          () => true,
          () => false,
        ),
      );
      await assert.rejects(open('node'), /is used by a process that is not a node/);
    }),
  );

  test(
    'that another process has taken after the server was restarted is no longer changed',
    withDatabase(async (open, server) => {
      const store = await open('alone');
      await server.kill();
      await server.resume();
      await open('node');
      const created = store.accounts.create({ account: account('1'), token: token('t', '1') });
      await assert.rejects(
        created,
        /failed to save the change: this store is used by the nodes of a cluster/,
      );
    }),
  );
});
