import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { eventually } from '../helpers/eventually.js';
import { inFolder, RawIpcClient } from '../helpers/ipc-client.js';
import { guild, message, textChannel } from '../helpers/objects.js';
import { OPCODES, rawFrame, tcp } from '../helpers/raw-websocket.js';
import type { RawRpcClient } from '../helpers/rpc-client.js';
import { passUntil, withClock } from '../helpers/with-clock.js';
import { limited } from './limited.js';

/** Too much, too long, too slow (docs/threat-model.md, Threats); each test fails without its defence. */

/** As many frames as anybody likes. */
const NO_FRAME_LIMITS = {
  messagesPerSecond: 1e9,
  unauthenticatedWorkPerSecond: 1e12,
  unauthenticatedTotalWorkPerSecond: 1e12,
};

/** Sends bytes, and waits until the server has them. */
async function deliver({ socket }: RawRpcClient, bytes: Uint8Array): Promise<void> {
  const answered = once(socket, 'pong');
  tcp(socket).write(Buffer.concat([rawFrame(OPCODES.PING, Buffer.alloc(0)), bytes]));
  await answered;
}

/** Collects the server's ends of the connections that are opened meanwhile. */
async function collectServerSockets<T>(run: () => Promise<T>): Promise<[T, Socket[]]> {
  const sockets: Socket[] = [];
  const collect = (message: unknown) => sockets.push((message as { socket: Socket }).socket);
  const accepted = channel('net.server.socket');
  accepted.subscribe(collect);
  try {
    return [await run(), sockets];
  } finally {
    accepted.unsubscribe(collect);
  }
}

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
    async (mock, clock) => {
      const idle = await mock.connect();
      const stuck = await mock.connect();
      await deliver(stuck, HALF_A_FRAME);
      await clock.advance(1000);
      assert.deepEqual(await stuck.closed, { code: 1008, reason: 'Frame took too long' });
      // One that has been silent for as long is in the middle of nothing.
      assert.equal((await idle.request('GET_GUILDS')).data?.code, 4006);
      const slow = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x32]);
      for (const byte of slow) {
        tcp(idle.socket).write(Buffer.from([byte]));
        await clock.advance(100);
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
    async (mock, clock) => {
      const client = await mock.connect();
      await deliver(client, rawFrame(OPCODES.TEXT, Buffer.from('{"cmd":'), false));
      await clock.advance(600);
      await deliver(client, rawFrame(OPCODES.PING, Buffer.alloc(0)));
      await clock.advance(400);
      assert.deepEqual(await client.closed, { code: 1008, reason: 'Frame took too long' });
    },
    { limits: { frameSeconds: 1 } },
  ),
);

test(
  'unfinished frames of many connections are bounded together: the one that began first is closed with 1008',
  limited({ unfinishedBytes: 10_000 }, async (mock) => {
    const clients = [await mock.connect(), await mock.connect(), await mock.connect()];
    // 4,000 of 5,000 bytes.
    const start = Buffer.from([0x81, 0x80 | 126, 0x13, 0x88, 0, 0, 0, 0]);
    for (const client of clients) await deliver(client, Buffer.concat([start, Buffer.alloc(4000)]));
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
    withClock(
      async (mock) => {
        const bystander = await mock.connect();
        const client = await mock.connect();
        for (let sent = 0; sent < 200; sent += 1) flood(client);
        assert.deepEqual(await client.closed, { code: 4002, reason: 'Rate Limited' });
        // A burst of five seconds; READY was taken.
        assert.ok(client.frames.length <= 50, `${client.frames.length} were answered`);
        assert.equal((await bystander.request('GET_GUILDS')).data?.code, 4006);
        await bystander.close();
      },
      { limits: { messagesPerSecond: 10 } },
    ),
  );
}

test(
  'a client that does not read is disconnected in time, with bounded buffers until then',
  withClock(
    async (mock, clock) => {
      const name = 'g'.repeat(100);
      for (let id = 1; id <= 500; id += 1) mock.client.addGuild(guild(String(id), { name }));
      const [client, [connection]] = await collectServerSockets(() => mock.authenticated());
      const kept: number[] = [];
      const guilds = mock.client.state.guilds.bind(mock.client.state);
      mock.client.state.guilds = () => {
        kept.push(connection?.writableLength ?? Number.NaN);
        return guilds();
      };
      tcp(client.socket).pause();
      for (let nonce = 0; nonce < 1000; nonce += 1) client.send({ cmd: 'GET_GUILDS', nonce });
      await eventually(() => (connection?.writableLength ?? 0) > 50_000);
      await passUntil(
        clock,
        eventually(() => mock.server.sessions.list().length === 0),
      );
      // A command is taken while no more than half of the limit waits.
      assert.ok(Math.max(...kept) <= 50_000, `${Math.max(...kept)} bytes waited, and more were asked for`);
      assert.ok(kept.length < 1000, 'everything was answered');
      client.socket.terminate();
    },
    { limits: { bufferedBytes: 100_000, readSeconds: 10, messagesPerSecond: 1_000_000 } },
  ),
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
    const [deaf, [connection]] = await collectServerSockets(() => mock.authenticated(scopes));
    const bystander = await mock.authenticated(scopes);
    for (const client of [deaf, bystander]) {
      await client.request('SUBSCRIBE', { channel_id: '10' }, 'MESSAGE_CREATE');
    }
    tcp(deaf.socket).pause();
    let kept = 0;
    const content = 'x'.repeat(50_000);
    for (let id = 1; id <= 1000; id += 1) {
      mock.client.dispatch('MESSAGE_CREATE', message(String(id), '10', { content }));
      await bystander.next(({ evt }) => evt === 'MESSAGE_CREATE');
      kept = Math.max(kept, connection?.writableLength ?? Number.NaN);
    }
    assert.equal(mock.server.sessions.list().length, 1);
    // The event that exceeds the limit ends the connection.
    assert.ok(kept <= 160_000, `${kept} bytes were kept for it`);
    deaf.socket.terminate();
    await bystander.close();
  }),
);

/** What all connections of one kind may leave unread together, in bytes. */
const MOST_UNREAD = 64 * 1024 * 1024;

for (const kind of ['WebSocket', 'IPC']) {
  test(
    `connections over ${kind} that together leave too much unread are closed, those with the most first`,
    inFolder((ipcFolder) =>
      withClock(
        async (mock, clock) => {
          const connect = async () => {
            if (kind === 'WebSocket') return await mock.authenticated(['rpc', 'messages.read']);
            const client = await RawIpcClient.connect(mock.server.ipc?.path ?? '');
            await client.request('AUTHENTICATE', { access_token: mock.grant(['rpc', 'messages.read']) });
            return client;
          };
          mock.client.addGuild(guild('9', { channels: [textChannel('10')] }));
          const readers = await Promise.all(Array.from({ length: 5 }, connect));
          for (const reader of readers) {
            await reader.request('SUBSCRIBE', { channel_id: '10' }, 'MESSAGE_CREATE');
            if (reader instanceof RawIpcClient) reader.socket.pause();
            else tcp(reader.socket).pause();
          }
          const open = () => mock.server.sessions.list().length;
          // An event has the content twice.
          const content = 'x'.repeat(MOST_UNREAD / 6);
          mock.client.dispatch('MESSAGE_CREATE', message('1', '10', { content }));
          assert.equal(open(), readers.length);
          await clock.advance(100);
          await eventually(() => open() < readers.length);
          // The last one has a third of the limit, which is less than what may remain.
          assert.equal(open(), 1);
          await clock.advance(1000);
          assert.equal(open(), 1);
          for (const { socket } of readers)
            socket instanceof WebSocket ? socket.terminate() : socket.destroy();
        },
        { ipcFolder },
      )(),
    ),
  );
}

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
