import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { UserPeerCheck } from '#guildhall/net/user-peer-check.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ipcPath } from '#guildhall/platform/sockets/ipc-folder.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { eventually, inTime } from '../../helpers/eventually.js';
import { inFolder, ipcBytes, OPCODES, RawIpcClient, withIpc } from '../../helpers/ipc-client.js';
import { APPLICATION, MockRpc, type MockRpcOptions } from '../../helpers/mock-rpc.js';
import { guild, textChannel } from '../../helpers/objects.js';
import { notInWine, onlyPosix } from '../../helpers/only-on.js';
import { passUntil } from '../../helpers/with-clock.js';

const inFolders = { skip: onlyPosix('named pipes are in no folder') };
const HELLO = { v: 1, client_id: APPLICATION.id };

/** The same with a clock that only the test moves. */
function withClock(
  run: (mock: MockRpc, path: string, clock: ManualClock) => Promise<void>,
  options: MockRpcOptions = {},
): () => Promise<void> {
  return inFolder(async (folder) => {
    const clock = new ManualClock();
    const mock = await MockRpc.start({ ipcFolder: folder, clock, ...options });
    try {
      await run(mock, mock.server.ipc?.path ?? '', clock);
    } finally {
      await passUntil(clock, mock.stop());
    }
  });
}

test(
  'READY over IPC has the user, and the same configuration as over WebSocket',
  withIpc(async (mock, path) => {
    const client = await RawIpcClient.open(path);
    client.write(OPCODES.HANDSHAKE, HELLO);
    const ready = await client.next();
    const user = {
      ...{ id: '1', username: 'ada', discriminator: '0001', global_name: null, avatar: null },
      ...{ avatar_decoration_data: null, bot: false, flags: 0, premium_type: 0 },
    };
    const config = { cdn_host: 'cdn.example', api_endpoint: '//api.example/api', environment: 'test' };
    assert.deepEqual(ready, { cmd: 'DISPATCH', data: { v: 1, config, user }, evt: 'READY', nonce: null });
    const webSocket = await mock.connect();
    assert.deepEqual(webSocket.frames, []);
    assert.equal((await client.request('GET_GUILDS')).data?.code, 4006);
  }),
);

test(
  'nobody is signed in: READY has no user',
  withIpc(async (mock, path) => {
    mock.client.user = null;
    const client = await RawIpcClient.open(path);
    client.write(OPCODES.HANDSHAKE, HELLO);
    assert.equal('user' in ((await client.next()).data ?? {}), false);
  }),
);

test(
  'frames arrive byte by byte, and three in one write',
  withIpc(async (_mock, path) => {
    const client = await RawIpcClient.open(path);
    for (const byte of ipcBytes(OPCODES.HANDSHAKE, HELLO)) client.socket.write(Buffer.of(byte));
    await client.next(({ evt }) => evt === 'READY');
    const commands = ['a', 'b', 'c'].map((nonce) => ipcBytes(OPCODES.FRAME, { cmd: 'GET_GUILDS', nonce }));
    client.socket.write(Buffer.concat(commands));
    const nonces = [];
    for (const _ of commands) nonces.push((await client.next()).nonce);
    assert.deepEqual(nonces, ['a', 'b', 'c']);
  }),
);

test(
  'a handshake and commands in one write are answered in order, READY first',
  withIpc(async (_mock, path) => {
    const client = await RawIpcClient.open(path);
    const parts = [
      ipcBytes(OPCODES.PING, 7),
      ipcBytes(OPCODES.HANDSHAKE, { ...HELLO, v: '1', extra: [] }),
      ipcBytes(OPCODES.FRAME, { cmd: 'GET_GUILDS', nonce: 5 }),
      ipcBytes(OPCODES.FRAME, { cmd: 'GET_GUILDS', nonce: '6' }),
    ];
    client.socket.write(Buffer.concat(parts));
    assert.equal(await client.nextOf(OPCODES.PONG), '7');
    assert.equal((await client.next()).evt, 'READY');
    assert.equal((await client.next()).nonce, 5);
    assert.equal((await client.next()).nonce, '6');
  }),
);

test(
  'a PING is answered with its own bytes, before the handshake, too',
  withIpc(async (_mock, path) => {
    const client = await RawIpcClient.open(path);
    for (const json of ['1', '"a b"', '{ "x": [1.0] }', '']) {
      client.write(OPCODES.PING, json);
      assert.equal(await client.nextOf(OPCODES.PONG), json);
    }
    client.write(OPCODES.HANDSHAKE, HELLO);
    await client.next(({ evt }) => evt === 'READY');
    client.write(OPCODES.PING, '"x"');
    assert.equal(await client.nextOf(OPCODES.PONG), '"x"');
  }),
);

function header(opcode: number, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(opcode, 0);
  bytes.writeUInt32LE(length, 4);
  return bytes;
}

for (const [what, isReady, bytes, code] of [
  ['an unknown opcode', true, ipcBytes(5, {}), 1003],
  ['an unknown opcode before the handshake', false, ipcBytes(99, {}), 1003],
  ['a length of 2^31', true, header(OPCODES.FRAME, 2 ** 31), 1003],
  ['a length of 2^32 - 1 before the handshake', false, header(OPCODES.HANDSHAKE, 2 ** 32 - 1), 1003],
  ['a length above the limit', true, header(OPCODES.FRAME, 300_000), 1009],
  ['a FRAME that is not JSON', true, ipcBytes(OPCODES.FRAME, '{'), 1003],
  ['a handshake that is not JSON', false, ipcBytes(OPCODES.HANDSHAKE, '{'), 1003],
  ['a handshake that is not an object', false, ipcBytes(OPCODES.HANDSHAKE, '[1]'), 1003],
  ['a second handshake', true, ipcBytes(OPCODES.HANDSHAKE, HELLO), 1003],
  ['a FRAME before the handshake', false, ipcBytes(OPCODES.FRAME, { cmd: 'GET_GUILDS', nonce: '1' }), 1003],
  ['a handshake of another version', false, ipcBytes(OPCODES.HANDSHAKE, { ...HELLO, v: 2 }), 4004],
  ['a handshake without a client id', false, ipcBytes(OPCODES.HANDSHAKE, { v: 1 }), 4000],
  ['a client id that is not an id', false, ipcBytes(OPCODES.HANDSHAKE, { v: 1, client_id: 'x' }), 4000],
] as const) {
  test(
    `${what} is closed with ${code}`,
    withIpc(async (_mock, path) => {
      const client = isReady ? await RawIpcClient.connect(path) : await RawIpcClient.open(path);
      client.socket.write(bytes);
      const closed = await client.closed();
      assert.equal(closed.code, code);
      assert.equal(typeof closed.message, 'string');
    }),
  );
}

test(
  'authenticated over IPC, commands and events are those of WebSocket',
  withIpc(async (mock, path) => {
    mock.client.addGuild(guild('200', { channels: [textChannel('12', { type: 2 })] }));
    const client = await RawIpcClient.connect(path);
    const { evt } = await client.request('AUTHENTICATE', { access_token: mock.grant(['rpc']) });
    assert.equal(evt, null);
    const webSocket = await mock.authenticated(['rpc']);
    for (const cmd of ['GET_GUILDS', 'GET_VOICE_SETTINGS', 'NO_SUCH_COMMAND']) {
      const [ours, theirs] = [await client.request(cmd, {}), await webSocket.request(cmd, {})];
      assert.deepEqual({ ...ours, nonce: null }, { ...theirs, nonce: null });
    }
    await client.request('SUBSCRIBE', { channel_id: '12' }, 'SPEAKING_START');
    mock.link.emit('speakingStart', { channelId: '12', userId: '1' });
    assert.deepEqual((await client.next()).data, { user_id: '1' });
  }),
);

test(
  'an authenticated client that reads no events is closed with its subscriptions',
  withIpc(
    async (mock, path) => {
      mock.client.addGuild(guild('200', { channels: [textChannel('12', { type: 2 })] }));
      const client = await RawIpcClient.connect(path);
      await client.request('AUTHENTICATE', { access_token: mock.grant(['rpc']) });
      await client.request('SUBSCRIBE', { channel_id: '12' }, 'SPEAKING_START');
      client.socket.pause();
      await eventually(() => {
        for (let count = 0; count < 500; count += 1) {
          mock.link.emit('speakingStart', { channelId: '12', userId: '1' });
        }
        return mock.server.sessions.list().length === 0;
      });
      client.socket.destroy();
    },
    { limits: { bufferedBytes: 100_000 } },
  ),
);

test(
  'a client that closes is removed, and the server says that it stops',
  withIpc(async (mock, path) => {
    const [polite, kept] = [await RawIpcClient.connect(path), await RawIpcClient.connect(path)];
    polite.write(OPCODES.CLOSE, {});
    await eventually(() => mock.server.sessions.list().length === 1);
    const stopped = mock.server.stop();
    assert.equal((await kept.closed()).code, 1001);
    await stopped;
  }),
);

test(
  'a client that sends CLOSE has no session any more, and its socket ends whether or not it closes it',
  withClock(async (mock, path, clock) => {
    const socket = connect({ path, allowHalfOpen: true });
    const activity = { pid: 1, activity: { details: 'In a menu' } };
    const frames = [
      ipcBytes(OPCODES.HANDSHAKE, HELLO),
      ipcBytes(OPCODES.FRAME, { cmd: 'SET_ACTIVITY', nonce: '1', args: activity }),
    ];
    socket.write(Buffer.concat(frames));
    await eventually(() => mock.server.activities.list().length === 1);
    socket.write(ipcBytes(OPCODES.CLOSE, {}));
    await eventually(() => mock.server.activities.list().length === 0);
    assert.deepEqual(mock.server.sessions.list(), []);
    const failed = once(socket, 'error');
    await clock.advance(2_000);
    // The end of the socket arrives after a turn of the event loop.
    await eventually(() => {
      socket.write('x');
      return socket.errored !== null;
    });
    await failed;
  }),
);

test(
  'a reply that is too long for clients without AUTHENTICATE is replaced by an error',
  withIpc(async (_mock, path) => {
    const client = await RawIpcClient.connect(path);
    const ask = async (nonce: string) => {
      client.send({ cmd: 'X', nonce });
      const { data, nonce: echoed } = await client.next();
      return [data?.code, echoed === nonce];
    };
    assert.deepEqual(await ask('\u0001'.repeat(2_700)), [4002, true]);
    assert.deepEqual(await ask('\u0001'.repeat(2_725)), [4000, false]);
  }),
);

test(
  'a client that never reads stays connected, and what it does not read is bounded',
  withIpc(
    async (mock, path) => {
      const client = await RawIpcClient.connect(path);
      client.socket.pause();
      const command = ipcBytes(OPCODES.FRAME, { cmd: 'GET_GUILDS', nonce: 'x'.repeat(2_000) });
      const frames = () => mock.server.sessions.list()[0]?.frames_received ?? 0;
      for (let sent = 1; sent <= 150; sent += 1) {
        client.socket.write(command);
        await eventually(() => frames() === sent);
      }
      const [session] = mock.server.sessions.list();
      assert.ok((session?.frames_sent ?? 0) < 150, `${session?.frames_sent} replies`);
      client.socket.resume();
      // What is sent once it reads arrives.
      await eventually(async () => {
        client.send({ cmd: 'GET_GUILDS', nonce: 'last' });
        return client.received.some(({ json }) => json.includes('"last"'));
      });
    },
    { limits: { unauthenticatedWorkPerSecond: 1_000_000 } },
  ),
);

test(
  'a connection over IPC stays without AUTHENTICATE, and one without a handshake is closed',
  withClock(async (mock, path, clock) => {
    const idle = await RawIpcClient.connect(path);
    const silent = await RawIpcClient.open(path);
    const half = await RawIpcClient.connect(path);
    half.socket.write(ipcBytes(OPCODES.FRAME, {}).subarray(0, 9));
    await eventually(() => clock.timers > 0);
    const [late, slow] = await passUntil(clock, Promise.all([silent.closed(), half.closed()]), 500);
    assert.deepEqual([late.code, slow.code], [1008, 1008]);
    await clock.advance(3_600_000);
    assert.equal((await idle.request('GET_GUILDS')).data?.code, 4006);
    assert.equal(mock.server.sessions.list().length, 1);
  }),
);

test(
  'a program that opens many connections displaces its own, and WebSockets have seats of their own',
  withIpc(
    async (mock, path) => {
      mock.peerProcesses.process = '41';
      const other = await RawIpcClient.connect(path);
      mock.peerProcesses.process = '42';
      const first = await RawIpcClient.connect(path);
      for (let count = 0; count < 3; count += 1) await RawIpcClient.connect(path);
      assert.equal((await first.closed()).code, 1013);
      await mock.connect();
      assert.equal((await other.request('GET_GUILDS')).data?.code, 4006);
      assert.equal(mock.server.sessions.list().length, 5);
    },
    { limits: { localConnectionsPerProgram: 3, localConnections: 8, unauthenticatedConnections: 1 } },
  ),
);

test(
  'a game that waits keeps its seat, whatever processes a program starts or leaves its connections to',
  withClock(
    async (mock, path, clock) => {
      const { peerProcesses } = mock;
      peerProcesses.process = 'game';
      const game = await RawIpcClient.connect(path);
      await game.request('SUBSCRIBE', undefined, 'ACTIVITY_JOIN');
      const flood = async (name: string, isSubscribed: boolean, group = '') => {
        for (let count = 0; count < 12; count += 1) {
          const process = `${name} ${count}`;
          peerProcesses.process = process;
          peerProcesses.groups.set(process, group);
          const client = await RawIpcClient.connect(path);
          if (isSubscribed) await client.request('SUBSCRIBE', undefined, 'ACTIVITY_JOIN');
          peerProcesses.ended.add(process);
        }
      };
      await flood('quiet', false);
      await flood('subscribed', true);
      await flood('in a sandbox', true, 'sandbox');
      await clock.advance(2_000);
      peerProcesses.process = null;
      for (let count = 0; count < 12; count += 1) await RawIpcClient.connect(path);
      // Those whose process has ended are one program, of which few are kept.
      assert.equal(mock.server.sessions.list().length, 4);
      peerProcesses.process = 'newcomer';
      const newcomer = await RawIpcClient.connect(path);
      for (const client of [game, newcomer]) {
        assert.equal((await client.request('GET_GUILDS')).data?.code, 4006);
      }
    },
    { limits: { localConnections: 8, localConnectionsPerProgram: 3 } },
  ),
);

test(
  'a program that floods is closed, and others are not',
  withIpc(async (mock, path) => {
    mock.peerProcesses.process = '41';
    const other = await RawIpcClient.connect(path);
    mock.peerProcesses.process = '42';
    const flood = await RawIpcClient.connect(path);
    flood.socket.write(Buffer.concat(Array.from({ length: 2_000 }, () => ipcBytes(OPCODES.PING, 1))));
    assert.equal((await flood.closed()).code, 4002);
    const early = await RawIpcClient.open(path);
    early.socket.write(Buffer.concat(Array.from({ length: 100 }, () => ipcBytes(OPCODES.PING, 1))));
    assert.equal((await early.closed()).code, 4002);
    assert.equal((await other.request('GET_GUILDS')).data?.code, 4006);
  }),
);

test(
  'all connections have one budget, by however many processes, and a game is served within one of its own',
  withClock(
    async (mock, path, clock) => {
      mock.peerProcesses.process = '41';
      const game = await RawIpcClient.connect(path);
      const floods: RawIpcClient[] = [];
      for (let count = 0; count < 10; count += 1) {
        mock.peerProcesses.process = String(100 + count);
        const flood = await RawIpcClient.connect(path);
        flood.socket.write(Buffer.concat(Array.from({ length: 45 }, () => ipcBytes(OPCODES.PING, 1))));
        floods.push(flood);
      }
      for (const flood of floods.slice(3)) assert.equal((await flood.closed()).code, 4002);
      const play = async (frames: number) => {
        for (let count = 0; count < frames; count += 1) {
          assert.equal((await game.request('GET_GUILDS')).data?.code, 4006);
        }
      };
      await play(20);
      await clock.advance(10_000);
      await play(8);
    },
    { limits: { unauthenticatedTotalWorkPerSecond: 4_000 } },
  ),
);

test(
  'connections without a handshake are few',
  withIpc(async (_mock, path) => {
    const first = await RawIpcClient.open(path);
    for (let count = 0; count < 64; count += 1) await RawIpcClient.open(path);
    assert.equal((await first.closed()).code, 1013);
  }),
);

test(
  'the programs of another user are refused',
  inFolder(async (folder) => {
    const clock = new ManualClock();
    const localPeers = new UserPeerCheck({
      lookUp: () => ({ user: '2000', pid: 1, inode: null }),
      users: new Set(['1000']),
      clock,
      log: silentLogger,
    });
    const mock = await MockRpc.start({ ipcFolder: folder, localPeers });
    try {
      const client = await RawIpcClient.open(mock.server.ipc?.path ?? '');
      client.write(OPCODES.HANDSHAKE, HELLO);
      assert.deepEqual(await client.closed(), { code: 4006, message: 'Invalid User' });
    } finally {
      await mock.stop();
    }
  }),
);

test(
  'only the person may open the socket, which is removed with the server',
  inFolders,
  withIpc(async (mock, path) => {
    assert.match(path, /\/discord-ipc-0$/);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    await mock.server.stop();
    await assert.rejects(stat(path), { code: 'ENOENT' });
  }),
);

/** A socket that a killed server left behind: this one was listening under another name. */
async function leaveSocket(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(`${path}.tmp`, resolve));
  await rename(`${path}.tmp`, path);
  await new Promise((resolve) => server.close(resolve));
  assert.ok((await stat(path)).isSocket());
}

test(
  'stale sockets are removed at the start and at the end; servers of others and other files stay',
  inFolders,
  inFolder(async (folder) => {
    const at = (number: number) => join(folder, `discord-ipc-${number}`);
    for (const number of [0, 3, 9]) await leaveSocket(at(number));
    await writeFile(at(4), '');
    const foreign = createServer();
    await new Promise<void>((resolve) => foreign.listen(at(1), resolve));
    const mock = await MockRpc.start({ ipcFolder: folder });
    try {
      assert.equal(mock.server.ipc?.path, at(0));
      assert.deepEqual((await readdir(folder)).sort(), ['discord-ipc-0', 'discord-ipc-1', 'discord-ipc-4']);
      await leaveSocket(at(7));
    } finally {
      await mock.stop();
    }
    assert.deepEqual((await readdir(folder)).sort(), ['discord-ipc-1', 'discord-ipc-4']);
    await new Promise((resolve) => foreign.close(resolve));
  }),
);

test(
  'a server of another program on 0 is left alone, and ten servers find a socket, the eleventh none',
  { skip: notInWine('a pipe that exists can be created again') },
  inFolder(async (folder) => {
    const foreign = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => foreign.listen(ipcPath(folder, 'discord-ipc-0'), resolve));
    const servers: MockRpc[] = [];
    try {
      for (let count = 0; count < 10; count += 1) servers.push(await MockRpc.start({ ipcFolder: folder }));
      const paths = servers.map(({ server }) => server.ipc?.path.replace(/.*-/, '') ?? null);
      assert.deepEqual(paths, ['1', '2', '3', '4', '5', '6', '7', '8', '9', null]);
      const last = await RawIpcClient.connect(servers[8]?.server.ipc?.path ?? '');
      assert.equal((await last.request('GET_GUILDS')).evt, 'ERROR');
    } finally {
      for (const mock of servers) await mock.stop();
      await new Promise((resolve) => foreign.close(resolve));
    }
    assert.deepEqual(await readdir(folder), []);
  }),
);

test(
  'with links, sandboxed programs find the socket in their folders; files of others stay, and nothing else is left',
  inFolders,
  inFolder(async (folder) => {
    const [flatpak, snap] = [join(folder, 'app/com.discordapp.Discord'), join(folder, 'snap.discord')];
    await mkdir(flatpak, { recursive: true });
    await writeFile(join(flatpak, 'discord-ipc-0'), 'of another program');
    await leaveSocket(join(flatpak, 'discord-ipc-1'));
    const mock = await MockRpc.start({ ipcFolder: folder, ipcLinks: true });
    try {
      assert.deepEqual(mock.server.ipc?.links, [join(flatpak, 'discord-ipc-1'), join(snap, 'discord-ipc-0')]);
      for (const path of mock.server.ipc?.links ?? []) {
        assert.equal((await stat(path)).mode & 0o777, 0o600);
        await (await RawIpcClient.connect(path)).close();
      }
      // Another program takes the place of a link meanwhile.
      await rename(join(snap, 'discord-ipc-0'), join(snap, 'moved'));
      await writeFile(join(snap, 'discord-ipc-0'), 'of another program');
      await rm(join(snap, 'moved'));
    } finally {
      await mock.stop();
    }
    assert.deepEqual(await readdir(flatpak), ['discord-ipc-0']);
    assert.deepEqual(await readdir(snap), ['discord-ipc-0']);
    await rm(snap, { recursive: true });
    const again = await MockRpc.start({ ipcFolder: folder, ipcLinks: true });
    await again.stop();
    assert.deepEqual(await readdir(folder), ['app']);
  }),
);

test(
  'links are made in no folder that leads elsewhere and not without the request, and no socket is removed there',
  inFolders,
  inFolder(async (folder) => {
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await symlink(elsewhere, join(folder, 'snap.discord'));
    await symlink(elsewhere, join(folder, 'app'));
    await leaveSocket(join(elsewhere, 'discord-ipc-3'));
    for (const ipcLinks of [true, false]) {
      const mock = await MockRpc.start({ ipcFolder: folder, ipcLinks });
      assert.deepEqual([mock.server.ipc?.links, await readdir(elsewhere)], [[], ['discord-ipc-3']]);
      await mock.stop();
    }
  }),
);

test(
  'a folder that cannot have sockets leaves the server without IPC',
  inFolders,
  inFolder(async (folder) => {
    await writeFile(join(folder, 'file'), '');
    for (const ipcFolder of [join(folder, 'file', 'x'), join(folder, 'y'.repeat(100))]) {
      const mock = await MockRpc.start({ ipcFolder });
      assert.equal(mock.server.ipc, null);
      await mock.connect();
      await mock.stop();
    }
  }),
);

test(
  'a removed socket is recreated, and connections stay open',
  inFolders,
  withClock(async (mock, path, clock) => {
    const before = await RawIpcClient.connect(path);
    await rm(path);
    await passUntil(
      clock,
      eventually(() =>
        stat(path).then(
          () => true,
          () => false,
        ),
      ),
      1_000,
    );
    await RawIpcClient.connect(path);
    assert.equal((await before.request('GET_GUILDS')).data?.code, 4006);
    assert.equal(mock.server.sessions.list().length, 2);
  }),
);

test(
  'connections that send nothing are ended beyond a number, whether or not they read their end',
  withClock(async (_mock, path) => {
    const sockets = [];
    for (let index = 0; index < 200; index += 1) {
      const socket = connect({ path, allowHalfOpen: true });
      await once(socket, 'connect');
      sockets.push(socket);
    }
    const newest = await RawIpcClient.open(path);
    newest.write(OPCODES.HANDSHAKE, HELLO);
    await newest.next(({ evt }) => evt === 'READY');
    const ended = sockets.slice(0, -64);
    for (const socket of ended) socket.write('x');
    const errors = ended.map((socket) => once(socket, 'error').then(([error]) => error));
    assert.equal((await inTime(Promise.all(errors), () => 'they are still open')).length, ended.length);
    for (const socket of sockets) socket.destroy();
  }),
);
