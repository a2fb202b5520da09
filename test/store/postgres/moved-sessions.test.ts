import assert from 'node:assert/strict';
import { clusterOf, describeNodes } from './support/two-nodes.js';

const LIFETIME_MS = 60_000;
const session = (id: string) => ({ id, userId: '1', text: `session ${id}` });

describeNodes('Sessions that move', (nodesTest) => {
  nodesTest('one of two nodes claims a session', async ({ first, second }) => {
    await clusterOf(first).movedSessions.put([session('a'), session('b')], LIFETIME_MS);
    const claims = [first, second, first, second].map((each) =>
      clusterOf(each).movedSessions.claim('a', '1'),
    );
    const claimed = (await Promise.all(claims)).filter((each) => each !== null);
    assert.deepEqual(
      claimed.map(({ text }) => text),
      ['session a'],
    );
    assert.equal((await clusterOf(second).movedSessions.claim('b', '1'))?.text, 'session b');
  });

  nodesTest('only its user claims it', async ({ first, second }) => {
    await clusterOf(first).movedSessions.put([session('a')], LIFETIME_MS);
    assert.equal(await clusterOf(second).movedSessions.claim('a', '2'), null);
    assert.notEqual(await clusterOf(second).movedSessions.claim('a', '1'), null);
  });

  nodesTest(
    'its age is that since it was stored, on the clock of the store',
    async ({ connect, first, second }) => {
      await clusterOf(first).movedSessions.put([session('a')], LIFETIME_MS);
      const connection = await connect();
      await connection.query("UPDATE moved_sessions SET stored_at = stored_at - interval '40 seconds'");
      await connection.close();
      const claimed = await clusterOf(second).movedSessions.claim('a', '1');
      assert.ok(claimed !== null && claimed.ageMs >= 40_000 && claimed.ageMs < 60_000);
    },
  );

  nodesTest('after its time it is neither claimed nor kept', async ({ connect, first, second }) => {
    await clusterOf(first).movedSessions.put([session('a')], LIFETIME_MS);
    await clusterOf(first).movedSessions.put([session('b')], 0);
    assert.equal(await clusterOf(second).movedSessions.claim('b', '1'), null);
    await clusterOf(second).removeExpired();
    const connection = await connect();
    assert.deepEqual(await connection.query('SELECT id FROM moved_sessions'), [{ id: 'a' }]);
    await connection.close();
  });
});
