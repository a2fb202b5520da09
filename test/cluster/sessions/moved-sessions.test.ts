import assert from 'node:assert/strict';
import type { GatewayClient } from '../../api/support/gateway-client.js';
import { eventually } from '../../helpers/eventually.js';
import { withConnection } from '../../helpers/postgres/postgres-server.js';
import {
  assertRefused,
  connect,
  KNOWS_AFTER_MS,
  leave,
  movingTest,
  numbered,
  post,
  received,
  resume,
  sendResume,
  sequences,
} from './moving-session.js';

/** The interval at which nodes that have ended are looked for, in milliseconds. */
const LOOK_MS = 2000;
/** Sessions that move at the same moment. */
const SESSIONS = 12;
const MESSAGES = 150;

movingTest(
  'a session is resumed on another node with each event once and in order',
  async ({ a, b, world }) => {
    const client = await connect(a, world);
    const writing = post(b, world, ...numbered(1, 40));
    await eventually(() => received(client).length >= 5);
    await leave(a, client);
    await writing;
    await post(b, world, ...numbered(41, 45));
    const { sequence } = client;
    const moved = await resume(b, world.member, client);
    await post(b, world, ...numbered(46, 50));
    await eventually(() => received(client, moved).length >= 50);
    assert.deepEqual(received(client, moved), numbered(1, 50));
    const own = sequences(moved);
    assert.deepEqual(
      own,
      own.map((_, index) => sequence + 1 + index),
    );
    const missed = moved.dispatches.lastIndexOf('MESSAGE_CREATE');
    assert.ok(moved.dispatches.indexOf('RESUMED') < missed);
  },
);

movingTest('events that the client has not received are sent by the other node', async ({ a, b, world }) => {
  const client = await connect(a, world);
  await post(b, world, ...numbered(1, 5));
  await eventually(() => received(client).length === 5);
  await leave(a, client);
  const { sequence, sessionId } = client;
  const moved = await resume(b, world.member, { sessionId, sequence: sequence - 3 });
  const all = (frames: GatewayClient['frames']) => frames.filter(({ t }) => t === 'MESSAGE_CREATE');
  assert.deepEqual(received(moved), numbered(3, 5));
  assert.deepEqual(
    all(moved.frames).map(({ d, s }) => [d, s]),
    all(client.frames.slice(-all(client.frames).length))
      .slice(-3)
      .map(({ d, s }) => [d, s]),
  );
});

movingTest(
  'a session continues on one of two nodes, and moves on from there',
  async ({ cluster, a, b, world }) => {
    const c = await cluster.addNode('c');
    const client = await connect(a, world);
    cluster.pass(KNOWS_AFTER_MS);
    await leave(a, client);
    await assertRefused(b, world.stranger, client);
    const [one, other] = await Promise.all([
      sendResume(b, world.member, client),
      sendResume(c, world.member, client),
    ]);
    const resumed = () => [one, other].filter((each) => each.dispatches.includes('RESUMED'));
    const refused = () => [one, other].filter((each) => each.frames.some(({ op }) => op === 9));
    await eventually(() => resumed().length + refused().length === 2);
    // The slower of the two may find it where the other has just resumed it, and then it moves once more.
    const open = () => resumed().filter(({ closed }) => closed === null);
    await eventually(() => open().length === 1);
    const [moved] = open();
    assert.ok(moved);
    const [first, then] = moved === one ? [b, c] : [c, b];
    const { sessionId } = client;
    await moved.drop();
    const again = await resume(first, world.member, { sessionId, sequence: moved.sequence });
    await leave(first, again);
    const last = await resume(then, world.member, { sessionId, sequence: again.sequence });
    await post(then, world, 'at the end');
    await eventually(() => received(last).length === 1);
  },
);

movingTest('a session continues after changes that leave its channels visible', async ({ a, b, world }) => {
  const client = await connect(a, world);
  await leave(a, client);
  const as = world.bot;
  for (const topic of ['first', 'second']) {
    await b.ok('PATCH', `/channels/${world.text}`, { as, json: { topic } });
  }
  await b.ok('PATCH', `/channels/${world.hidden}`, { as, json: { topic: 'not for members' } });
  await b.ok('PATCH', `/guilds/${world.guild}`, { as, json: { name: 'Renamed' } });
  await b.ok('PATCH', `/guilds/${world.guild}/roles/${world.role}`, { as, json: { name: 'renamed' } });
  const moved = await resume(b, world.member, client);
  await moved.heard('GUILD_ROLE_UPDATE');
  const changes = moved.frames.filter(({ t }) => t === 'CHANNEL_UPDATE' || t === 'GUILD_UPDATE');
  assert.deepEqual(
    changes.map(({ d }) => Object(d).topic ?? Object(d).name),
    ['first', 'second', 'Renamed'],
  );
});

movingTest(
  'a session is not continued when a role has other permissions for a while',
  async ({ a, b, world }) => {
    const client = await connect(a, world);
    await leave(a, client);
    const path = `/guilds/${world.guild}/roles/${world.guild}`;
    const as = world.bot;
    const roles: { id: string; permissions: number }[] = await b.ok('GET', `/guilds/${world.guild}/roles`, {
      as,
    });
    const permissions = roles.find(({ id }) => id === world.guild)?.permissions;
    await b.ok('PATCH', path, { as, json: { permissions: 0 } });
    await b.ok('PATCH', path, { as, json: { permissions } });
    await assertRefused(b, world.member, client);
  },
);

movingTest('a session is not continued when its user views other channels', async ({ a, b, world }) => {
  const client = await connect(a, world);
  await leave(a, client);
  const json = { permission_overwrites: [] };
  await b.ok('PATCH', `/channels/${world.hidden}`, { as: world.bot, json });
  await b.ok('PATCH', `/channels/${world.hidden}`, {
    as: world.bot,
    json: { permission_overwrites: [{ id: world.guild, type: 'role', allow: 0, deny: 0x400 }] },
  });
  await assertRefused(b, world.member, client);
});

movingTest('a session is not continued when its user left or joined a guild', async ({ a, b, world }) => {
  const client = await connect(a, world);
  const stranger = await a.identify(world.stranger.token);
  await leave(a, client);
  await b.ok('DELETE', `/guilds/${world.guild}/members/${world.member.id}`, { as: world.bot });
  const { code } = await b.ok('POST', `/channels/${world.text}/invites`, { as: world.bot, json: {} });
  for (const { token } of [world.member, world.stranger])
    await b.ok('POST', `/invites/${code}`, { as: token });
  await assertRefused(b, world.member, client);
  await assertRefused(b, world.stranger, stranger);
});

movingTest(
  'a session is not continued when its user got a private message meanwhile',
  async ({ cluster, a, b, world }) => {
    const { member, stranger } = world;
    const { code } = await b.ok('POST', `/channels/${world.text}/invites`, { as: world.bot, json: {} });
    await b.ok('POST', `/invites/${code}`, { as: stranger.token });
    const client = await connect(a, world);
    const direct = await b.ok('POST', '/users/@me/channels', {
      as: stranger.token,
      json: { recipient_id: member.id },
    });
    const write = (content: string) =>
      b.ok('POST', `/channels/${direct.id}/messages`, { as: stranger.token, json: { content } });
    await write('before');
    await client.heard('MESSAGE_CREATE');
    cluster.pass(KNOWS_AFTER_MS);
    await leave(a, client);
    await write('meanwhile');
    await assertRefused(b, member, client);
  },
);

movingTest(
  'a session is not continued when entries are no longer stored',
  async ({ cluster, a, b, world }) => {
    const client = await connect(a, world);
    await leave(a, client);
    await post(b, world, ...numbered(1, 2));
    await withConnection(cluster.postgres.settings(cluster.database), (connection) =>
      connection.query('DELETE FROM guild_entries'),
    );
    await assertRefused(b, world.member, client);
  },
);

movingTest('a session is not continued after its time', async ({ cluster, a, b, world }) => {
  const client = await connect(a, world);
  await leave(a, client);
  const settings = cluster.postgres.settings(cluster.database);
  const [row] = await withConnection(settings, (connection) =>
    connection.query(
      'UPDATE moved_sessions SET until = now() RETURNING extract(epoch FROM until - stored_at)::float8 AS age',
    ),
  );
  assert.ok(row);
  await assertRefused(b, world.member, client);
});

movingTest('a resumed session gets the presences that have changed', async ({ a, b, world }) => {
  const bot = await b.identify(world.game.bot.token);
  await bot.heard('GUILD_CREATE');
  const client = await connect(a, world);
  await leave(a, client);
  bot.send(3, { status: 'dnd', game: null, since: null, afk: false });
  bot.send(1, null);
  await bot.op(11);
  const moved = await resume(b, world.member, client);
  const updates = moved.frames.filter(({ t }) => t === 'PRESENCE_UPDATE');
  const statuses = updates.map(({ d }) => d as { user: { id: string }; status: string });
  assert.deepEqual(
    statuses.filter(({ user }) => user.id === world.game.bot.id).map(({ status }) => status),
    ['dnd'],
  );
});

movingTest('a resumed session can be in voice', async ({ a, b, time, world }) => {
  const client = await connect(a, world);
  await leave(a, client);
  const moved = await resume(b, world.member, client);
  moved.send(4, { guild_id: world.guild, channel_id: world.voice, self_mute: false, self_deaf: false });
  assert.equal((await moved.heard('VOICE_STATE_UPDATE')).channel_id, world.voice);
  await moved.heard('VOICE_SERVER_UPDATE');
  // Whether the session is live is asked every two seconds, and once more before its voice state would end.
  for (const looks of [1, 2]) {
    await time.advance(LOOK_MS);
    await post(b, world, `after look ${looks}`);
    await eventually(() => received(moved).length === looks);
  }
  assert.equal(moved.dispatches.filter((name) => name === 'VOICE_STATE_UPDATE').length, 1);
});

movingTest(
  'many sessions move to two nodes while events are written on both',
  async ({ cluster, a, b, world }) => {
    const c = await cluster.addNode('c');
    const clients = await Promise.all(Array.from({ length: SESSIONS }, () => connect(a, world)));
    cluster.pass(KNOWS_AFTER_MS);
    const contents = numbered(1, MESSAGES);
    const [one, ...others] = clients;
    assert.ok(one);
    const writing = post(b, world, ...contents);
    await eventually(() => received(one).length >= 20);
    const stopped = a.api.stop();
    const moved = await Promise.all(
      clients.map(async (client, index) => {
        await client.op(7);
        // Some clients have not read the last events.
        const sequence = client.sequence - (index % 3);
        const before = client.frames.filter(
          ({ s, t }) => t === 'MESSAGE_CREATE' && s !== null && s <= sequence,
        );
        const next = await resume(index % 2 === 0 ? b : c, world.member, {
          sessionId: client.sessionId,
          sequence,
        });
        return { before: before.map(({ d }) => (d as { content: string }).content), sequence, next };
      }),
    );
    await Promise.all([stopped, writing]);
    assert.ok(others.length > 0 && received(one).length < MESSAGES);
    for (const { before, next, sequence } of moved) {
      await eventually(() => before.length + received(next).length >= MESSAGES);
      assert.deepEqual([...before, ...received(next)], contents);
      const own = sequences(next);
      assert.deepEqual(
        own,
        Array.from(own, (_, index) => sequence + 1 + index),
      );
    }
  },
);
