import assert from 'node:assert/strict';
import type { MovedSession } from '#guildhall/store/cluster.js';
import type { Store } from '#guildhall/store/store.js';
import { clusterOf, describeNodes } from './support/two-nodes.js';

const LIFETIME_MS = 60_000;
const session = (id: string) => ({ id, userId: '1', text: `session ${id}` });

async function store(
  node: Store,
  sessions: readonly MovedSession[],
  lifetimeMs = LIFETIME_MS,
): Promise<void> {
  const { movedSessions } = clusterOf(node);
  await movedSessions.put(sessions, { endedAt: await movedSessions.now(), lifetimeMs });
}

describeNodes('Sessions that move', (nodesTest) => {
  nodesTest('one of two nodes claims a session', async ({ first, second }) => {
    await store(first, [session('a'), session('b')]);
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
    await store(first, [session('a')]);
    assert.equal(await clusterOf(second).movedSessions.claim('a', '2'), null);
    assert.notEqual(await clusterOf(second).movedSessions.claim('a', '1'), null);
  });

  nodesTest(
    'its age is that since it ended, on the clock of the store, however long storing took',
    async ({ first, second }) => {
      const { movedSessions } = clusterOf(first);
      const endedAt = new Date(Date.parse(await movedSessions.now()) - 40_000).toISOString();
      await movedSessions.put([session('a')], { endedAt, lifetimeMs: LIFETIME_MS });
      const claimed = await clusterOf(second).movedSessions.claim('a', '1');
      assert.ok(claimed !== null && claimed.ageMs >= 40_000 && claimed.ageMs < 60_000);
    },
  );

  nodesTest('after its lifetime it is neither claimed nor stored', async ({ connect, first, second }) => {
    await store(first, [session('a')]);
    await store(first, [session('b')], 0);
    assert.equal(await clusterOf(second).movedSessions.claim('b', '1'), null);
    await clusterOf(second).removeExpired();
    const connection = await connect();
    assert.deepEqual(await connection.query('SELECT id FROM moved_sessions'), [{ id: 'a' }]);
    await connection.close();
  });
});
