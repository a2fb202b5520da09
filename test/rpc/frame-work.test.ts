import assert from 'node:assert/strict';
import { test } from 'node:test';
import { etfEncoding } from '#guildhall/protocol/encoding/etf.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { etfBomb } from '../helpers/etf-bomb.js';
import { APPLICATION, type MockRpc, withMockRpc } from '../helpers/mock-rpc.js';
import { withClock } from '../helpers/with-clock.js';
import { limited } from './limited.js';

/** What frames may cost (docs/rpc.md, Limits). */

const FRAME = JSON.stringify({ cmd: 'GET_GUILDS', nonce: 1, args: { pad: 'x'.repeat(8000) } });

test(
  'a long frame closes the connection with 1009 before AUTHENTICATE, and is answered after it',
  withMockRpc(async (mock) => {
    const frame = JSON.stringify({ cmd: 'GET_GUILDS', nonce: 1, args: { pad: 'x'.repeat(16 * 1024) } });
    const stranger = await mock.connect();
    stranger.send(frame);
    assert.deepEqual(await stranger.closed, { code: 1009, reason: 'Frame too long before AUTHENTICATE' });
    const client = await mock.authenticated();
    client.send(frame);
    assert.equal((await client.next()).evt, null);
    await client.close();
  }),
);

test(
  'a frame of too many values is refused with 4000, and the connection stays open',
  limited({ frameTerms: 20 }, async (mock) => {
    const client = await mock.connect();
    client.send({ cmd: 'GET_GUILDS', nonce: 1, args: { list: Array(20).fill(0) } });
    assert.deepEqual((await client.next()).data, {
      code: 4000,
      message: 'Payload is made of too many values',
    });
    assert.equal((await client.request('GET_GUILDS')).data?.code, 4006);
    await client.close();
  }),
);

test(
  'a term that inflates to more than a frame may have is refused with 4000',
  withMockRpc(async (mock) => {
    const client = await mock.connect({ encoding: etfEncoding });
    client.send(etfBomb(16 * 1024 + 1));
    assert.deepEqual((await client.next()).data, {
      code: 4000,
      message: 'Payload is too long when inflated',
    });
    await client.close();
  }),
);

test(
  'compressed terms are charged by their inflated size',
  withClock(async (mock) => {
    const client = await mock.connect({ encoding: etfEncoding });
    const bomb = etfBomb(4000);
    assert.ok(bomb.length < 100);
    for (let sent = 0; sent < 100; sent += 1) client.send(bomb);
    assert.deepEqual(await client.closed, { code: 4002, reason: 'Rate Limited' });
    assert.ok(client.frames.length < 20, `${client.frames.length} were answered`);
  }),
);

test(
  'long frames use up the budget of a connection sooner than short ones',
  withClock(
    async (mock) => {
      const answeredUntilClosed = async (frame: string) => {
        const client = await mock.connect();
        for (let sent = 0; sent < 200; sent += 1) client.send(frame);
        assert.equal((await client.closed).code, 4002);
        return client.frames.length;
      };
      const short = await answeredUntilClosed('{"cmd":"GET_GUILDS","nonce":1}');
      const long = await answeredUntilClosed(FRAME);
      assert.ok(long > 0 && long * 5 < short, `${long} long ones, ${short} short ones`);
    },
    { limits: { unauthenticatedWorkPerSecond: 8000 } },
  ),
);

test(
  'unauthenticated connections share a budget, and a newcomer can still authenticate',
  withClock(
    async (mock) => {
      const ends = await Promise.all(Array.from({ length: 8 }, () => flood(mock)));
      const answered = ends.reduce((sum, { frames }) => sum + frames.length, 0);
      // Alone each could send 58 of them; together they have their own first bytes and five seconds' worth of 8000.
      assert.ok(answered < 8 * 10, `${answered} were answered`);
      const client = await mock.authenticated();
      assert.equal((await client.request('GET_GUILDS')).evt, null);
      await client.close();
    },
    { limits: { unauthenticatedTotalWorkPerSecond: 8000 } },
  ),
);

async function flood(mock: MockRpc) {
  const client = await mock.connect();
  for (let sent = 0; sent < 100; sent += 1) client.send(FRAME);
  await client.closed;
  return client;
}

const manualClock = new ManualClock();

test(
  'requests to POST /rpc share the budget of unauthenticated connections',
  withMockRpc(
    async (mock) => {
      const post = (body: string) =>
        fetch(`http://127.0.0.1:${mock.port}/rpc?v=1&client_id=${APPLICATION.id}`, {
          method: 'POST',
          body,
        }).then(({ status }) => status);
      const long = JSON.stringify({ cmd: 'GET_GUILDS', nonce: 1, args: { pad: 'x'.repeat(60_000) } });
      const statuses = [];
      for (let sent = 0; sent < 3; sent += 1) statuses.push(await post(long));
      assert.deepEqual(statuses, [200, 429, 429]);
      // What a tool reports is far shorter, and served again once the budget is refilled.
      await manualClock.advance(5_000);
      assert.equal(await post('{"cmd":"GET_GUILDS","nonce":1}'), 200);
    },
    { limits: { unauthenticatedTotalWorkPerSecond: 20_000 }, clock: manualClock },
  ),
);
