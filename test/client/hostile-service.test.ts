import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { LiveChat } from '#guildhall/client/chat/live-chat.js';
import type { ChatClient } from '#guildhall/client/client.js';
import { gatewayAddress } from '#guildhall/client/gateway/gateway-address.js';
import { createFrameMeter, decodeFrame } from '#guildhall/client/gateway/gateway-frames.js';
import { ServiceChatClient } from '#guildhall/client/service-chat-client.js';
import { GUILD_LIMITS } from '#guildhall/guilds/limits.js';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { createLogger, silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { eventually, inTime } from '../helpers/eventually.js';
import { guild, message, textChannel } from '../helpers/objects.js';
import { type ScriptedConnection, ScriptedService } from '../helpers/scripted-service.js';

const USER = { id: '1', username: 'ada', discriminator: '0001', avatar: null };
const READY = { user: USER, guilds: [{ id: '200', unavailable: true }], session_id: 'session-1' };

/** Runs a test with a client of a service that the test scripts. */
function withClient(
  run: (service: ScriptedService, client: ChatClient) => Promise<void>,
  options: { clock?: Clock; token?: string | null } = {},
) {
  return async () => {
    const service = await ScriptedService.start();
    const { clock = systemClock, token = 'secret' } = options;
    const client = ServiceChatClient.start({ apiUrl: service.url, token, clock, log: silentLogger });
    try {
      await run(service, client);
    } finally {
      await client.stop();
      await service.stop();
    }
  };
}

async function signedIn(service: ScriptedService): Promise<ScriptedConnection> {
  const gateway = await service.accept();
  await gateway.next(2);
  gateway.dispatch(1, 'READY', READY);
  return gateway;
}

/** Runs a test with a client of a service that answers every request in the same way. */
async function withAnswer(
  answer: (response: ServerResponse, server: Server) => void,
  run: (client: ChatClient, url: string) => Promise<void>,
): Promise<void> {
  const server = createServer((_request, response) =>
    answer(
      response.on('error', () => {}),
      server,
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = ServiceChatClient.start({ apiUrl: url, token: null, clock: systemClock, log: silentLogger });
  try {
    await run(client, url);
  } finally {
    await client.stop();
    server.closeAllConnections();
    server.close();
  }
}

test('an endless response is refused at the limit, and its connection closed', async () => {
  let given = 0;
  let ended = false;
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const pour = (response: ServerResponse) => {
    response.once('close', () => {
      ended = true;
    });
    const write = (): void => {
      while (!response.destroyed) {
        given += chunk.length;
        if (!response.write(chunk)) break;
      }
    };
    response.on('drain', write);
    write();
  };
  await withAnswer(pour, async (client) => {
    await assert.rejects(client.application('100'), { name: 'ServiceError', status: 502 });
    await eventually(() => ended);
    assert.ok(given < 16 * 1024 * 1024, `${given} bytes were taken`);
  });
});

test('a page of the longest messages is read', () => {
  // Content, embeds, mentions and files together have about 100 KB.
  const content = 'x'.repeat(100_000);
  const page = Array.from({ length: 50 }, (_, id) => message(`${id}`, '400', { content }));
  return withAnswer(
    (response) => response.end(JSON.stringify(page)),
    async (client) => assert.equal((await client.messages('400')).length, page.length),
  );
});

test('a redirect is not followed, and the token is not sent elsewhere', async () => {
  const reached: string[] = [];
  const other = createServer((request, response) => {
    reached.push(request.headers.authorization ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  try {
    for (const status of [301, 302, 303, 307, 308]) {
      await withAnswer(
        (response) => response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end(),
        (client) => assert.rejects(client.signIn('secret'), { name: 'ServiceError', status }),
      );
    }
    assert.deepEqual(reached, []);
  } finally {
    other.close();
  }
});

test('an answer that switches to another protocol ends the request', () =>
  withAnswer(
    (response) =>
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    (client) =>
      assert.rejects(
        inTime(client.application('100'), () => 'the request did not end'),
        { name: 'ServiceError', status: 0 },
      ),
  ));

test('error messages of the service are truncated', () =>
  withAnswer(
    (response) =>
      response
        .writeHead(400)
        .end(JSON.stringify({ code: 1, message: 'x'.repeat(100_000), error: 'y'.repeat(100_000) })),
    (client) =>
      assert.rejects(client.application('100'), (error: Error & { oauth?: { error: string } }) => {
        assert.equal(error.message.length, 512);
        assert.equal(error.oauth?.error.length, 512);
        return true;
      }),
  ));

test('a gateway on another host gets neither a connection nor the token', () => {
  const accepted = [
    ['http://127.0.0.1:6480/api', 'ws://127.0.0.1:6480', 'ws://127.0.0.1:6480'],
    ['http://localhost:6480/api', 'ws://127.0.0.1:6480/', 'ws://127.0.0.1:6480'],
    ['http://chat.example/api', 'wss://chat.example:80', 'wss://chat.example:80'],
    ['https://chat.example/api', 'wss://chat.example', 'wss://chat.example'],
    ['https://chat.example/api', 'wss://gateway.chat.example:8443/x?y', 'wss://gateway.chat.example:8443'],
  ] as const;
  for (const [api, gateway, address] of accepted) assert.equal(gatewayAddress(api, gateway), address);
  const refused = [
    ['http://127.0.0.1:6480/api', 'ws://127.0.0.1:6463'],
    ['https://chat.example/api', 'ws://chat.example'],
    ['https://chat.example/api', 'wss://chat.example.evil.example'],
    ['https://chat.example/api', 'wss://evilchat.example'],
    ['https://chat.example/api', 'wss://127.0.0.1'],
    ['https://chat.example/api', 'wss://user:password@chat.example'],
    ['https://chat.example/api', 'https://chat.example'],
    ['https://chat.example/api', 'file:///etc/passwd'],
    ['https://chat.example/api', 'chat.example'],
    ['https://chat.example/api', ''],
  ] as const;
  for (const [api, gateway] of refused) {
    assert.throws(() => gatewayAddress(api, gateway), { name: 'ServiceError', status: 502 }, gateway);
  }
});

test('a service that names a gateway on another host is not connected to', async () => {
  const elsewhere = await ScriptedService.start();
  const run = withClient(async (service) => {
    await eventually(() => service.requests.filter(({ url }) => url === '/gateway').length > 0);
    service.answers.set('GET /gateway', { status: 200, body: { url: elsewhere.url.replace('http', 'ws') } });
    const asked = service.requests.length;
    (await service.accept()).close(4000);
    await eventually(() => service.requests.length >= asked + 2);
    assert.deepEqual(elsewhere.requests, []);
    assert.equal(elsewhere.connections, 0);
  });
  await run();
  await elsewhere.stop();
});

test('a second HELLO ends the connection and its heartbeat', async () => {
  const clock = new ManualClock();
  await withClient(
    async (service, client) => {
      const gateway = await service.accept();
      await gateway.next(2);
      const timers = clock.timers;
      for (let count = 0; count < 100; count += 1) gateway.send({ op: 10, d: { heartbeat_interval: 1000 } });
      assert.equal(await gateway.closed, 4000);
      await eventually(() => clock.timers <= timers);
      assert.equal(client.connected, false);
    },
    { clock },
  )();
});

for (const [what, d] of [
  ['an interval that keeps the daemon busy', { heartbeat_interval: 1 }],
  ['an interval that is not a number', { heartbeat_interval: '45000' }],
  ['no interval', {}],
  ['nothing', null],
] as const) {
  test(
    `HELLO with ${what} ends the connection`,
    withClient(async (service) => {
      const gateway = await service.connection();
      gateway.send({ op: 10, d });
      assert.equal(await gateway.closed, 4000);
    }),
  );
}

for (const [what, data] of [
  ['no object', null],
  ['no session', { ...READY, session_id: 7 }],
  ['no user', { ...READY, user: { id: '1' } }],
  ['guilds that are not a list', { ...READY, guilds: {} }],
  ['too many guilds', { ...READY, guilds: Array.from({ length: 10_001 }, () => ({ id: '1' })) }],
] as const) {
  test(
    `READY with ${what} ends the connection and changes nothing`,
    withClient(async (service, client) => {
      const gateway = await service.accept();
      await gateway.next(2);
      gateway.dispatch(1, 'READY', data);
      assert.equal(await gateway.closed, 4000);
      assert.equal(client.user, null);
      await (await service.accept()).next(2);
    }),
  );
}

test(
  'an event of the wrong shape is skipped, and later events are applied',
  withClient(async (service, client) => {
    const gateway = await signedIn(service);
    const names = ['GUILD_CREATE', 'GUILD_UPDATE', 'CHANNEL_CREATE', 'GUILD_MEMBER_ADD', 'PRESENCE_UPDATE'];
    for (const name of [
      ...names,
      'VOICE_STATE_UPDATE',
      'MESSAGE_CREATE',
      'OAUTH2_TOKEN_REVOKE',
      '__proto__',
    ]) {
      for (const data of [null, 7, [], {}, { id: {} }, { guild_id: '200', user: null }]) {
        gateway.dispatch(2, name, data);
      }
    }
    gateway.dispatch(3, 'GUILD_CREATE', guild('200'));
    await client.caughtUp(10_000);
    assert.equal(client.state.guilds().length, 1);
    assert.equal(client.connected, true);
  }),
);

for (const [what, more] of [
  ['many values', { values: Array(1024 * 1024).fill(0) }],
  ['many bytes', { text: 'x'.repeat(17 * 1024 * 1024) }],
  [
    'many roles of a member',
    { members: guild('200').members.map((member) => ({ ...member, roles: Array(1001).fill('9') })) },
  ],
  [
    'many overwrites of a channel',
    {
      channels: [
        textChannel('10', {
          permission_overwrites: Array(2001).fill({ id: '9', type: 'role', allow: 0, deny: 0 }),
        }),
      ],
    },
  ],
] as const) {
  test(
    `a guild of too ${what} is skipped, and others arrive on the same connection`,
    withClient(async (service, client) => {
      const gateway = await signedIn(service);
      gateway.dispatch(2, 'GUILD_CREATE', { ...guild('200'), ...more });
      gateway.dispatch(3, 'GUILD_CREATE', guild('300'));
      await eventually(() => client.state.guild('300') !== undefined);
      assert.equal(client.state.guild('200'), undefined);
      assert.equal(client.connected, true);
      assert.equal(service.connections, 1);
    }),
  );
}

test('frames that arrive together are handled for 20 ms in a row, and others are served in between', async () => {
  let now = 1e12;
  await withClient(
    async (service, client) => {
      const gateway = await signedIn(service);
      const order: string[] = [];
      client.on('messageDelete', ({ id }) => {
        now += 15;
        order.push(id);
        setImmediate(() => order.push('others'));
      });
      const deleted = Array.from({ length: 9 }, (_, index) => ({ id: `${index + 1}`, channel_id: '10' }));
      gateway.sendTogether(deleted.map((d) => ({ op: 0, s: 2, t: 'MESSAGE_DELETE', d })));
      await eventually(() => order.length === 18);
      assert.deepEqual(
        order.filter((each) => each !== 'others'),
        deleted.map(({ id }) => id),
      );
      assert.ok(order.indexOf('others') <= 3, `${order}`);
    },
    { clock: { ...systemClock, now: () => now } },
  )();
});

test('skipped frames are logged once', async () => {
  const service = await ScriptedService.start();
  const warnings: unknown[] = [];
  const log = { ...silentLogger, warn: (...args: unknown[]) => void warnings.push(args[1]) };
  const client = ServiceChatClient.start({ apiUrl: service.url, token: 'secret', clock: systemClock, log });
  const gateway = await signedIn(service);
  for (const s of [2, 3])
    gateway.send(`{"op":0,"s":${s},"t":"GUILD_CREATE","d":[0${',0'.repeat(1024 * 1024)}]}`);
  gateway.dispatch(4, 'GUILD_CREATE', guild('300'));
  await eventually(() => client.state.guild('300') !== undefined);
  assert.equal(warnings.length, 1);
  assert.match(String(warnings[0]), /too large/);
  await client.stop();
  await service.stop();
});

test('the largest guild within the limits of guilds is decoded', () => {
  const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);
  const id = '9007199254740991000';
  const name = '\u{1F3E0}'.repeat(100);
  const user = { id, username: name, discriminator: '0001', avatar: 'a'.repeat(34), bot: true };
  const roleIds = many(GUILD_LIMITS.ROLES, id);
  const overwrite = {
    id,
    type: 'member' as const,
    allow: Number.MAX_SAFE_INTEGER,
    deny: Number.MAX_SAFE_INTEGER,
  };
  const overwrites = many(GUILD_LIMITS.OVERWRITES / GUILD_LIMITS.CHANNELS, overwrite);
  const large = {
    ...guild('200'),
    channels: many(GUILD_LIMITS.CHANNELS, {
      ...textChannel(id, { name, topic: '\u{1F3E0}'.repeat(1024), permission_overwrites: overwrites }),
      last_pin_timestamp: '2020-01-01T00:00:00.000000+00:00',
    }),
    roles: many(GUILD_LIMITS.ROLES, {
      ...{ id, name, color: 16777215, hoist: true, position: 249, permissions: 2147483647 },
      ...{ managed: true, mentionable: true },
    }),
    emojis: many(2 * GUILD_LIMITS.EMOJIS, {
      ...{ id, name: 'e'.repeat(32), roles: roleIds, user, require_colons: true, managed: false },
      ...{ animated: true, available: true },
    }),
    members: [
      ...many(250, { user, nick: name, roles: roleIds, joined_at: id, deaf: true, mute: true }),
      ...many(12_000, { user, roles: [id], joined_at: id, deaf: true, mute: true }),
    ],
    presences: many(12_000, { user: { id }, status: 'online', game: null }),
  };
  const frame = Buffer.from(JSON.stringify({ op: 0, s: 2, t: 'GUILD_CREATE', d: large }));
  assert.equal(decodeFrame(frame, createFrameMeter()).t, 'GUILD_CREATE');
});

test(
  'a frame that is too long ends the connection before it is read',
  withClient(async (service) => {
    const gateway = await signedIn(service);
    gateway.send(' '.repeat(33 * 1024 * 1024));
    assert.notEqual(await gateway.closed, 1000);
    await (await service.accept()).next(6);
  }),
);

test('a service that breaks every session is reconnected with back-off', async () => {
  const clock = new ManualClock();
  await withClient(
    async (service) => {
      const pauses: number[] = [];
      for (let count = 0; count < 5; count += 1) {
        const asked = () => service.requests.filter(({ url }) => url === '/gateway').length;
        await eventually(() => asked() === count + 1);
        const gateway = await service.accept();
        await gateway.next(2);
        gateway.dispatch(1, 'READY', READY);
        gateway.send({ op: 9, d: false });
        await gateway.closed;
        let pause = 0;
        await eventually(async () => {
          await clock.advance(50);
          pause += 50;
          return asked() === count + 2;
        });
        pauses.push(pause);
      }
      assert.ok((pauses[4] ?? 0) > 4 * (pauses[0] ?? 0), `pauses of ${pauses} ms`);
    },
    { clock },
  )();
});

test('of messages without the fields that listeners need, only some are logged', () => {
  const lines: string[] = [];
  const log = createLogger('debug', { write: (line) => void lines.push(line) });
  const chat = new LiveChat(new ManualClock(), log);
  chat.events.on('messageCreate', ({ message: { author } }) => assert.ok(author.id));
  for (let id = 1; id <= 1000; id += 1)
    chat.dispatch('MESSAGE_CREATE', { id: String(id), channel_id: '201' });
  assert.equal(lines.length, 10);
  assert.match(lines[0] ?? '', /event listener failed/);
});
