import assert from 'node:assert/strict';
import { LINGER_MS } from '#guildhall/cluster/sessions/session-handover.js';
import { eventually } from '../../helpers/eventually.js';
import {
  assertRefused,
  connect,
  KNOWS_AFTER_MS,
  movingTest,
  numbered,
  post,
  received,
  resume,
} from './moving-session.js';

movingTest(
  'a session whose node runs is resumed on the other one, and back, with each event once and in order',
  async ({ a, b, world }) => {
    const { member } = world;
    const client = await connect(a, world);
    const { sessionId } = client;
    await post(b, world, ...numbered(1, 5));
    await eventually(() => received(client).length === 5);
    await client.drop();
    await post(a, world, ...numbered(6, 8));
    const there = await resume(b, member, client);
    await post(a, world, ...numbered(9, 10));
    await eventually(() => received(there).length === 5);
    await there.drop();
    await post(b, world, ...numbered(11, 12));
    const back = await resume(a, member, { sessionId, sequence: there.sequence });
    await post(b, world, 'message 13');
    await eventually(() => received(back).length === 3);
    assert.deepEqual(received(client, there, back), numbered(1, 13));
  },
);

movingTest(
  'a session that has moved twice within seconds is resumed on a node that it had left',
  async ({ a, b, cluster, world }) => {
    const c = await cluster.addNode('c');
    cluster.pass(KNOWS_AFTER_MS);
    const client = await connect(a, world);
    const { sessionId } = client;
    let { sequence } = client;
    for (const node of [b, c, a]) {
      const there = await resume(node, world.member, { sessionId, sequence });
      await post(b, world, 'here');
      await eventually(() => received(there).length === 1);
      sequence = there.sequence;
    }
  },
);

movingTest(
  'events that a lost connection did not deliver are sent on the other node',
  async ({ a, b, world }) => {
    const client = await connect(a, world);
    await post(b, world, ...numbered(1, 6));
    await eventually(() => received(client).length === 6);
    await client.drop();
    const { sequence, sessionId } = client;
    const moved = await resume(b, world.member, { sessionId, sequence: sequence - 4 });
    assert.deepEqual(received(moved), numbered(3, 6));
  },
);

movingTest('a session is handed over from an open connection, which is closed', async ({ a, b, world }) => {
  const client = await connect(a, world);
  const moved = await resume(b, world.member, client);
  assert.match((await client.untilClosed()).reason, /resumed elsewhere/);
  await post(a, world, 'after');
  await eventually(() => received(moved).length === 1);
  assert.equal(received(client).length, 0);
});

movingTest('a session is handed over to its own user alone', async ({ a, b, world }) => {
  const client = await connect(a, world);
  await assertRefused(b, world.stranger, client);
  await post(b, world, 'after');
  await eventually(() => received(client).length === 1);
});

movingTest('others do not see that a session moves', async ({ a, b, time, world }) => {
  const bot = await b.identify(world.game.bot.token);
  await bot.heard('GUILD_CREATE');
  const client = await connect(a, world);
  assert.equal((await bot.heard('PRESENCE_UPDATE')).status, 'online');
  await client.drop();
  const moved = await resume(b, world.member, client);
  await time.advance(LINGER_MS + 1);
  await post(a, world, 'after');
  await eventually(() => received(bot).length === 1 && received(moved).length === 1);
  assert.equal(bot.dispatches.filter((name) => name === 'PRESENCE_UPDATE').length, 1);
});
