import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { eventually } from '../helpers/eventually.js';
import { guild, message, textChannel } from '../helpers/objects.js';
import { OPCODES, rawFrame, tcp } from '../helpers/raw-websocket.js';
import type { RawRpcClient } from '../helpers/rpc-client.js';
import { withClock } from '../helpers/with-clock.js';
import { limited } from './limited.js';

/** Too much, too long, too slow (SECURITY.md, Threats); each test fails without its defence. */

/** As many frames as anybody likes. */
const NO_FRAME_LIMITS = {
  messagesPerSecond: 1e9,
  unauthenticatedWorkPerSecond: 1e12,
  unauthenticatedTotalWorkPerSecond: 1e12,
};

/** The first bytes of a masked text frame of 100 bytes. */
const HALF_A_FRAME = Buffer.from([0x81, 0x80 | 100, 1, 2, 3, 4, 5, 6]);

test(
  'a frame one byte too long is closed with 1009, one of just the length is answered',
  limited({ frameBytes: 1000 }, async (mock) => {
    const client = await mock.connect();
    const frame = (length: number) => `"${'x'.repeat(length - 2)}"`;
    client.send(frame(1000));
    assert.equal((await client.next()).data?.code, 4000);
    client.send(frame(1001));
    assert.equal((await client.closed).code, 1009);
  }),
);

test(
  'a frame that is never finished is closed with 1008, a slow one that arrives in time is answered',
  withClock(
    async (mock) => {
      const idle = await mock.connect();
      const stuck = await mock.connect();
      tcp(stuck.socket).write(HALF_A_FRAME);
      assert.deepEqual(await stuck.closed, { code: 1008, reason: 'Frame took too long' });
      // One that has been silent for as long is in the middle of nothing.
      assert.equal((await idle.request('GET_GUILDS')).data?.code, 4006);
      const slow = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x32]);
      for (const byte of slow) {
        tcp(idle.socket).write(Buffer.from([byte]));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.equal((await idle.next()).data?.message, 'Payload must be an object');
      await idle.close();
    },
    { limits: { frameSeconds: 1 } },
  ),
);

test(
  'a fragmented frame that is never finished is closed with 1008, whatever pings come in it',
  withClock(
    async (mock) => {
      const client = await mock.connect();
      tcp(client.socket).write(rawFrame(OPCODES.TEXT, Buffer.from('{"cmd":'), false));
      const pings = setInterval(() => tcp(client.socket).write(rawFrame(OPCODES.PING, Buffer.alloc(0))), 50);
      assert.deepEqual(await client.closed, { code: 1008, reason: 'Frame took too long' });
      clearInterval(pings);
    },
    { limits: { frameSeconds: 1 } },
  ),
);

test(
  'unfinished frames of many connections are bounded together: the one that began first is closed with 1008',
  limited({ unfinishedBytes: 10_000 }, async (mock) => {
    const clients = [await mock.connect(), await mock.connect(), await mock.connect()];
    for (const { socket } of clients) {
      // 4,000 of 5,000 bytes.
      tcp(socket).write(
        Buffer.concat([Buffer.from([0x81, 0x80 | 126, 0x13, 0x88, 0, 0, 0, 0]), Buffer.alloc(4000)]),
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const [first, ...others] = clients;
    assert.equal((await first?.closed)?.code, 1008);
    for (const { socket } of others) {
      assert.equal(socket.readyState, WebSocket.OPEN);
      socket.terminate();
    }
  }),
);

for (const [what, flood] of [
  ['commands', (client) => client.send({ cmd: 'GET_GUILDS', nonce: 1 })],
  ['pings', (client) => client.socket.ping()],
  ['pongs nobody asked for', (client) => client.socket.pong()],
  ['frames that are nothing', (client) => client.send('')],
] satisfies [string, (client: RawRpcClient) => void][]) {
  test(
    `a flood of ${what} closes its connection with 4002 and disturbs no other`,
    limited({ messagesPerSecond: 10 }, async (mock) => {
      const bystander = await mock.connect();
      const client = await mock.connect();
      const started = performance.now();
      for (let sent = 0; sent < 200; sent += 1) flood(client);
      assert.deepEqual(await client.closed, { code: 4002, reason: 'Rate Limited' });
      // READY, a burst of five seconds, and what the bucket received meanwhile.
      const most = 51 + (10 * (performance.now() - started)) / 1000;
      assert.ok(client.frames.length <= most, `${client.frames.length} were answered`);
      assert.equal((await bystander.request('GET_GUILDS')).data?.code, 4006);
      await bystander.close();
    }),
  );
}

test(
  'a client that does not read is disconnected in time, with bounded buffers until then',
  limited({ bufferedBytes: 100_000, readSeconds: 0.3, messagesPerSecond: 1_000_000 }, async (mock) => {
    const name = 'g'.repeat(100);
    for (let id = 1; id <= 500; id += 1) mock.client.addGuild(guild(String(id), { name }));
    const client = await mock.authenticated();
    tcp(client.socket).pause();
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
    for (let nonce = 0; nonce < 1000; nonce += 1) client.send({ cmd: 'GET_GUILDS', nonce });
    await eventually(() => mock.server.sessions.list().length === 0);
    const after = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
    assert.ok(after - before < 40_000_000, `${after - before} bytes were kept for it`);
    client.socket.terminate();
  }),
);

test(
  'a client that sends many commands at once gets all replies in order, as fast as it reads',
  limited({ bufferedBytes: 100_000, messagesPerSecond: 1_000_000 }, async (mock) => {
    const name = 'g'.repeat(100);
    for (let id = 1; id <= 500; id += 1) mock.client.addGuild(guild(String(id), { name }));
    const client = await mock.authenticated();
    for (let nonce = 0; nonce < 1000; nonce += 1) client.send({ cmd: 'GET_GUILDS', nonce });
    // Sixty megabytes of replies, a hundred times what may wait.
    for (let nonce = 0; nonce < 1000; nonce += 1) assert.equal((await client.next()).nonce, nonce);
    assert.equal((await client.request('GET_GUILDS')).evt, null);
    await client.close();
  }),
);

test(
  'a client that does not read its pongs is disconnected before they exceed the limit',
  limited({ bufferedBytes: 100_000, ...NO_FRAME_LIMITS }, async (mock) => {
    const client = await mock.connect();
    tcp(client.socket).pause();
    const payload = Buffer.alloc(125);
    for (let sent = 0; sent < 200_000 && client.socket.readyState === WebSocket.OPEN; sent += 1) {
      client.socket.ping(payload);
      // The server shares this process: it needs its turn.
      if (sent % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => mock.server.sessions.list().length === 0);
    client.socket.terminate();
  }),
);

test(
  'a subscriber that does not read is disconnected before its buffer exceeds the limit; others still receive events',
  limited({ bufferedBytes: 100_000 }, async (mock) => {
    mock.client.addGuild(guild('9', { channels: [textChannel('10')] }));
    const scopes = ['rpc', 'messages.read'];
    const [deaf, bystander] = [await mock.authenticated(scopes), await mock.authenticated(scopes)];
    for (const client of [deaf, bystander]) {
      await client.request('SUBSCRIBE', { channel_id: '10' }, 'MESSAGE_CREATE');
    }
    tcp(deaf.socket).pause();
    const before = process.memoryUsage().arrayBuffers;
    const content = 'x'.repeat(50_000);
    for (let id = 1; id <= 1000; id += 1) {
      mock.client.dispatch('MESSAGE_CREATE', message(String(id), '10', { content }));
      await bystander.next(({ evt }) => evt === 'MESSAGE_CREATE');
    }
    const after = process.memoryUsage().arrayBuffers;
    assert.equal(mock.server.sessions.list().length, 1);
    assert.ok(after - before < 25_000_000, `${after - before} bytes were kept for it`);
    deaf.socket.terminate();
    await bystander.close();
  }),
);

test(
  'a single reply longer than the limit reaches a client that reads',
  limited({ bufferedBytes: 1000 }, async (mock) => {
    for (let id = 1; id <= 500; id += 1) mock.client.addGuild(guild(String(id)));
    const client = await mock.authenticated();
    const { data } = await client.request('GET_GUILDS');
    assert.equal((data as unknown as { guilds: unknown[] }).guilds.length, 500);
    await client.close();
  }),
);
