import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { endProcess, OTHER_UID, otherUserTest, startAs, startRelay } from '../helpers/other-user.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { GAME_ORIGIN, GAME_REDIRECT, registerGame, type TestApplication } from '../helpers/service.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

/** Runs neither the tests nor anything else. */
const DAEMON_UID = 65_533;
const GET_STATUS = `
  const options = { socketPath: process.argv[1], path: '/status' };
  require('node:http').get(options, ({ statusCode }) => console.log(statusCode));
`;
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

interface Arrival {
  /** how a WebSocket of the RPC port ends: `READY`, or the code that closes it */
  readonly rpc: 'READY' | number;
  /** statuses by what was asked for */
  readonly statuses: Readonly<Record<string, number>>;
}

const SERVED: Arrival = {
  rpc: 'READY',
  statuses: {
    'RPC root': 404,
    'POST /rpc': 200,
    console: 302,
    'console on ::1': 302,
    'REST API': 200,
    'image of the CDN': 404,
    'authorize page': 401,
    gateway: 101,
  },
};

const REFUSED: Arrival = {
  rpc: 4006,
  statuses: Object.fromEntries(Object.keys(SERVED.statuses).map((what) => [what, 403])),
};

/** Connects to every port of a daemon as a user. */
async function arriveAs(uid: number, daemon: TestDaemon, game: TestApplication): Promise<Arrival> {
  const { rpc, api, console: page } = daemon.runtime;
  const ports = { rpc: rpc.port, api: Number(new URL(api.url).port), page: Number(new URL(page.url).port) };
  await using toRpc = await startRelay(uid, ports.rpc);
  await using toApi = await startRelay(uid, ports.api);
  await using toPage = await startRelay(uid, ports.page);
  await using toPage6 = await startRelay(uid, ports.page, '::1');
  const report = { cmd: 'SET_CERTIFIED_DEVICES', args: { devices: [] }, nonce: '1' };
  const rpcPath = `/rpc?v=1&client_id=${game.id}`;
  return {
    rpc: await rpcEnd(await openRpc(toRpc.port, ports.rpc, game)),
    statuses: {
      'RPC root': await statusOf(toRpc.port, ports.rpc, { path: '/' }),
      'POST /rpc': await statusOf(toRpc.port, ports.rpc, { method: 'POST', path: rpcPath }, report),
      console: await statusOf(toPage.port, ports.page, { path: '/' }),
      'console on ::1': await statusOf(toPage6.port, ports.page, { path: '/' }),
      'REST API': await statusOf(toApi.port, ports.api, { path: '/api/gateway' }),
      'image of the CDN': await statusOf(toApi.port, ports.api, { path: '/cdn/icons/1/a.png' }),
      'authorize page': await statusOf(toApi.port, ports.api, {
        path: '/api/oauth2/authorize',
        headers: { accept: 'text/html' },
      }),
      gateway: await statusOf(toApi.port, ports.api, { path: '/?v=6&encoding=json', headers: UPGRADE }),
    },
  };
}

/** Connects to the RPC port through a relay, with the Host of the port behind it. */
function openRpc(port: number, target: number, game: TestApplication): Promise<RawRpcClient> {
  const headers = { host: `127.0.0.1:${target}` };
  return RawRpcClient.open({ port, clientId: game.id, origin: GAME_ORIGIN, headers });
}

async function rpcEnd(client: RawRpcClient): Promise<'READY' | number> {
  const ready = client.next((frame) => frame.evt === 'READY').then(() => 'READY' as const);
  const end = await Promise.race([ready, client.closed.then(({ code }) => code)]);
  await client.close();
  return end;
}

/** Asks through a relay, with the Host of the port behind it. */
async function statusOf(
  port: number,
  target: number,
  { headers, ...options }: RequestOptions & { headers?: Record<string, string> },
  body?: unknown,
): Promise<number> {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    agent: false,
    ...options,
    headers: { ...headers, host: `127.0.0.1:${target}`, 'content-type': 'application/json' },
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('upgrade', (upgraded, socket) => {
      socket.destroy();
      resolve(upgraded);
    });
    outgoing.once('error', reject);
  });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  const { statusCode = 0 } = await response;
  if (statusCode !== 101) await text(await response);
  return statusCode;
}

async function withGame(
  flags: readonly string[],
  run: (daemon: TestDaemon, game: TestApplication) => Promise<void>,
): Promise<void> {
  const daemon = await TestDaemon.start({ flags });
  try {
    await run(daemon, await registerGame(daemon));
  } finally {
    await daemon.stop();
  }
}

otherUserTest('another user is refused on every port, the daemon’s own user is served', () =>
  withGame([], async (daemon, game) => {
    assert.deepEqual(await arriveAs(OTHER_UID, daemon, game), REFUSED);
    assert.deepEqual(await arriveAs(0, daemon, game), SERVED);
  }),
);

otherUserTest('another user cannot ask for the person’s consent', () =>
  withGame([], async (daemon, game) => {
    const { port } = daemon.runtime.rpc;
    await using relay = await startRelay(OTHER_UID, port);
    const client = await openRpc(relay.port, port, game);
    client.send({ cmd: 'AUTHORIZE', args: { client_id: game.id, scopes: ['rpc'] }, nonce: '1' });
    assert.equal(await rpcEnd(client), 4006);
    assert.deepEqual(await daemon.cli('consent', 'list'), []);
  }),
);

otherUserTest('another user who can open the control socket is refused', () =>
  withGame([], async (daemon) => {
    // As if a mistake had opened both to everybody.
    const socket = join(daemon.home, 'control.sock');
    await chmod(daemon.home, 0o711);
    await chmod(socket, 0o666);
    for (const [uid, status] of [
      [OTHER_UID, '403'],
      [0, '200'],
    ] as const) {
      const { child, line } = await startAs(uid, GET_STATUS, socket);
      await endProcess(child);
      assert.equal(line, status);
    }
  }),
);

/** Prints how a connection of IPC ends: the error of connecting, or the first frame. */
const OPEN_IPC = `
  const socket = require('node:net').connect(process.argv[1]);
  const json = Buffer.from(JSON.stringify({ v: 1, client_id: process.argv[2] }));
  const header = Buffer.alloc(8);
  header.writeUInt32LE(json.length, 4);
  socket.once('error', ({ code }) => console.log(code));
  socket.once('connect', () => socket.write(Buffer.concat([header, json])));
  socket.once('data', (bytes) => console.log(bytes.readUInt32LE(0), String(bytes.subarray(8))));
`;

otherUserTest(
  'another user cannot open the socket of IPC, and is refused where a mistake has opened it',
  () =>
    withGame([], async (daemon, game) => {
      const path = daemon.runtime.ipc?.path ?? '';
      const openAs = async (uid: number) => {
        const { child, line } = await startAs(uid, OPEN_IPC, path, game.id);
        await endProcess(child);
        return line;
      };
      await chmod(dirname(path), 0o711);
      assert.equal(await openAs(OTHER_UID), 'EACCES');
      await chmod(path, 0o666);
      assert.equal(await openAs(OTHER_UID), '2 {"code":4006,"message":"Invalid User"}');
      assert.match(await openAs(0), /^1 .*"evt":"READY"/);
      // The daemon sees later that the process has ended.
      await eventually(async () => (await daemon.cli<unknown[]>('sessions', 'list')).length === 0);
    }),
);

for (const name of [String(OTHER_UID), 'nobody']) {
  otherUserTest(`--allow-users ${name} serves that user, and no other`, () =>
    withGame(['--allow-users', name], async (daemon, game) => {
      assert.deepEqual(await arriveAs(OTHER_UID, daemon, game), SERVED);
      assert.deepEqual(await arriveAs(DAEMON_UID, daemon, game), REFUSED);
    }),
  );
}

otherUserTest('a daemon without privileges serves its own user and root', async () => {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
  await chmod(home, 0o700);
  await chown(home, DAEMON_UID, DAEMON_UID);
  const as = ['setpriv', `--reuid=${DAEMON_UID}`, `--regid=${DAEMON_UID}`, '--clear-groups'];
  const daemon = await TestDaemon.start({ home, through: as });
  try {
    // Not as root, who does not use a home that another user could have put there.
    const [program = '', ...options] = [...as, process.execPath, MAIN, 'apps', 'create', '--name', 'Game'];
    const more = ['--origin', GAME_ORIGIN, '--redirect', GAME_REDIRECT, '--bot', '--approved'];
    const { stdout } = await promisify(execFile)(program, [...options, ...more, '--home', home, '--json']);
    const game = JSON.parse(stdout) as TestApplication;
    assert.deepEqual(await arriveAs(DAEMON_UID, daemon, game), SERVED);
    assert.deepEqual(await arriveAs(0, daemon, game), SERVED);
    assert.deepEqual(await arriveAs(OTHER_UID, daemon, game), REFUSED);
  } finally {
    await daemon.stop();
    await rm(home, { recursive: true, force: true });
  }
});

otherUserTest('an unknown name in --allow-users is an error that names it', async () => {
  await assert.rejects(
    TestDaemon.start({ flags: ['--allow-users', 'no-such-user'] }),
    /--allow-users: this machine has no user "no-such-user"/,
  );
});
