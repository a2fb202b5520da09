import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { readConnectionUrl } from '#guildhall/store/postgres/connection-settings.js';
import { noPostgres, PostgresServer } from '../../helpers/postgres/postgres-server.js';
import { addAccounts, addGuild } from '../contract/fixtures.js';
import { openNode } from './support/open-node.js';
import { clusterOf } from './support/two-nodes.js';

/** The statements of the page for the role: those of the server, and those of the new database. */
async function documented(): Promise<readonly string[]> {
  const page = await readFile(new URL('../../../docs/operating-a-cluster.md', import.meta.url), 'utf8');
  const section = page.split('\n## ').find((text) => text.startsWith('The role'));
  return [...(section?.matchAll(/```sql\n([^`]*)```/g) ?? [])].map(([, sql = '']) =>
    sql.replaceAll('guildhall', 'minimal'),
  );
}

describe('The role of docs/operating-a-cluster.md', { skip: noPostgres }, () => {
  test('is enough for a node', async () => {
    const server = await PostgresServer.startOwn();
    try {
      const [ofServer = '', ofDatabase = ''] = await documented();
      for (const statement of ofServer.split(';\n').filter((sql) => sql !== '')) {
        await server.administrate(statement);
      }
      await server.administrate(ofDatabase, 'minimal');
      const url = server.url('minimal').replace('guildhall@', 'minimal@');
      const node = await openNode(readConnectionUrl(url));
      try {
        await addAccounts(node, '1');
        await addGuild(node, '10');
        const cluster = clusterOf(node);
        await cluster.ownership.renew('node-1', 60_000, false);
        assert.equal((await cluster.ownership.take('10', 'node-1')).kind, 'taken');
        assert.equal((await cluster.busKey()).length, 32);
        assert.match(await cluster.identity(), /-/);
        await cluster.removeExpired();
      } finally {
        await node.close();
      }
    } finally {
      await server.stop();
    }
  });
});
