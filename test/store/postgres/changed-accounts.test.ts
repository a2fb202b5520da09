import assert from 'node:assert/strict';
import { addAccounts } from '../contract/fixtures.js';
import { clusterOf, describeNodesAlone } from './support/two-nodes.js';

describeNodesAlone('Changed accounts of a PostgreSQL store', (nodesTest) => {
  nodesTest('are those of changes after a position, on any node', async ({ first, second }) => {
    await addAccounts(first, '2', '3');
    const { ids, position } = await clusterOf(second).changedAccounts(null);
    assert.deepEqual(ids, []);
    const [ada] = await first.accounts.byIds(['2']);
    assert.ok(ada);
    await first.accounts.change(ada, { ...ada, username: 'Ada' });
    const changed = await clusterOf(second).changedAccounts(position);
    assert.deepEqual(changed.ids, ['2']);
    assert.deepEqual((await clusterOf(second).changedAccounts(changed.position)).ids, []);
  });

  nodesTest('include one whose transaction began before the position and ends after it', async (nodes) => {
    const connection = await nodes.connect();
    await connection.exec('SET idle_in_transaction_session_timeout = 0');
    await connection.exec("BEGIN; UPDATE users SET username = 'Ada' WHERE id = 1");
    const { position } = await clusterOf(nodes.second).changedAccounts(null);
    await connection.exec('COMMIT');
    assert.deepEqual((await clusterOf(nodes.second).changedAccounts(position)).ids, ['1']);
    await connection.close();
  });

  nodesTest('do not include one that was stored as it was', async ({ connect, first }) => {
    const { position } = await clusterOf(first).changedAccounts(null);
    const connection = await connect();
    await connection.exec('UPDATE users SET username = username');
    assert.deepEqual((await clusterOf(first).changedAccounts(position)).ids, []);
    await connection.close();
  });
});
