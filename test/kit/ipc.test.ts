import assert from 'node:assert/strict';
import { chmodSync, linkSync, renameSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import net, { createServer } from 'node:net';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { GuildhallClient } from 'guildhall/client';
import { IpcSocket } from '#guildhall/kit/client/ipc-socket.js';
import { eventually } from '../helpers/eventually.js';
import { inFolder } from '../helpers/ipc-client.js';
import { APPLICATION, MockRpc } from '../helpers/mock-rpc.js';
import { onlyPosix } from '../helpers/only-on.js';
import { otherUserTest, withOtherServer } from '../helpers/other-user.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

/** Runs a test where clients look for sockets in a folder. */
async function lookingIn(folder: string, run: () => Promise<void>): Promise<void> {
  const before = process.env.XDG_RUNTIME_DIR;
  process.env.XDG_RUNTIME_DIR = folder;
  try {
    await run();
  } finally {
    if (before === undefined) delete process.env.XDG_RUNTIME_DIR;
    else process.env.XDG_RUNTIME_DIR = before;
  }
}

function newClient(): GuildhallClient {
  const backOff = { firstMs: 1, longestMs: 1 };
  return new GuildhallClient({ clientId: APPLICATION.id, transport: 'ipc', backOff });
}

test('the client shows an activity over IPC, and has its subscriptions again after a reconnect', () =>
  inFolder((folder) =>
    lookingIn(folder, async () => {
      const first = await MockRpc.start({ ipcFolder: folder });
      const client = newClient();
      assert.equal(client.address, null);
      await client.connect();
      assert.equal(client.address, 'discord-ipc-0');
      const shown = await client.request('SET_ACTIVITY', {
        pid: process.pid,
        activity: { details: 'Castle' },
      });
      assert.deepEqual([shown?.name, shown?.details], ['Game', 'Castle']);
      const users: string[] = [];
      await client.subscribe('CURRENT_USER_UPDATE', {}, ({ username }) => users.push(username));
      let reconnections = 0;
      client.on('reconnected', () => {
        reconnections += 1;
      });
      await first.stop();
      const second = await MockRpc.start({ ipcFolder: folder });
      try {
        await eventually(() => reconnections === 1);
        await second.client.signIn('other');
        await eventually(() => users.length === 1);
      } finally {
        client.close();
        await second.stop();
      }
    }),
  )());

otherUserTest('the client sends nothing to a socket of another user', () =>
  inFolder((folder) =>
    lookingIn(folder, () =>
      withOtherServer(join(folder, 'discord-ipc-0'), async (hasReceived) => {
        await assert.rejects(newClient().connect(), /no RPC server on any socket of IPC/);
        const own = await MockRpc.start({ ipcFolder: folder });
        const client = newClient();
        await client.connect();
        assert.equal(client.address, 'discord-ipc-1');
        assert.equal(hasReceived(), false);
        client.close();
        await own.stop();
      }),
    ),
  )(),
);

otherUserTest('the client sends nothing to a socket of another user behind a link of its own', () =>
  inFolder((folder) =>
    withOtherServer(join(folder, 'other'), async (hasReceived) => {
      symlinkSync(join(folder, 'other'), join(folder, 'ipc'));
      assert.throws(() => new IpcSocket(join(folder, 'ipc'), APPLICATION.id), /no socket of this user/);
      assert.equal(hasReceived(), false);
    }),
  )(),
);

test('a link in a circle at the path of a socket counts as no server', () =>
  inFolder(async (folder) => {
    symlinkSync('ipc', join(folder, 'ipc'));
    assert.throws(() => new IpcSocket(join(folder, 'ipc'), APPLICATION.id), /no socket of this user/);
  })());

/** What may happen to the file of a socket while a client connects. */
const REPLACEMENTS: readonly { readonly title: string; replace(path: string): void }[] = [
  {
    title: 'replaced by a file',
    replace(path) {
      renameSync(path, `${path}-before`);
      writeFileSync(path, '');
    },
  },
  { title: 'removed', replace: unlinkSync },
];

/** Changes the file of a socket as its server does when it starts. */
function changeSocket(path: string): void {
  const { ctimeNs } = statSync(path, { bigint: true });
  // Until the clock of the file system has advanced.
  do {
    chmodSync(path, 0o600);
    linkSync(path, `${path}-link`);
    unlinkSync(`${path}-link`);
  } while (statSync(path, { bigint: true }).ctimeNs === ctimeNs);
}

for (const [title, changes, expected] of [
  ['connects to a server that changes its own socket', 1, true],
  ['sends nothing to a server whose socket changes again', 2, false],
] as const) {
  test(
    `the client ${title} while it connects`,
    { skip: onlyPosix('named pipes of Windows do not tell whose they are') },
    () =>
      withTemporaryFolder(async (folder) => {
        const path = join(folder, 'ipc');
        let received = 0;
        const server = createServer((peer) =>
          peer.on('data', (chunk) => {
            received += chunk.length;
            peer.destroy();
          }),
        );
        await new Promise<void>((resolve) => server.listen(path, resolve));
        const open = net.Socket.prototype.connect;
        let connections = 0;
        // At once, before the client learns that it is connected.
        const connect = mock.method(
          net.Socket.prototype,
          'connect',
          function (this: net.Socket, ...args: unknown[]) {
            const socket: net.Socket = Reflect.apply(open, this, args);
            connections += 1;
            if (connections <= changes) changeSocket(path);
            return socket;
          },
        );
        const socket = new IpcSocket(path, APPLICATION.id);
        await new Promise((resolve) => socket.addEventListener('close', resolve));
        connect.mock.restore();
        await new Promise((resolve) => server.close(resolve));
        assert.deepEqual([connections, received > 0], [2, expected]);
      }),
  );
}

for (const { replace, title } of REPLACEMENTS) {
  test(
    `the client sends nothing to a server whose socket is ${title} while it connects`,
    { skip: onlyPosix('named pipes of Windows do not tell whose they are') },
    () =>
      withTemporaryFolder(async (folder) => {
        const path = join(folder, 'ipc');
        let received = 0;
        const server = createServer((socket) =>
          socket.on('data', (chunk) => {
            received += chunk.length;
          }),
        );
        await new Promise<void>((resolve) => server.listen(path, resolve));
        const socket = new IpcSocket(path, APPLICATION.id);
        const closed = new Promise((resolve) => {
          socket.addEventListener('close', resolve);
          // Of a client that trusts the server.
          server.once('connection', (peer) => peer.once('data', () => peer.destroy()));
        });
        // At once, before it learns that it is connected.
        replace(path);
        await closed;
        await new Promise((resolve) => server.close(resolve));
        assert.equal(received, 0);
      }),
  );
}

test(
  'the client does not connect to a socket that is not there when it looks',
  { skip: onlyPosix('named pipes of Windows do not tell whose they are') },
  () =>
    withTemporaryFolder(async (folder) => {
      assert.throws(() => new IpcSocket(join(folder, 'ipc'), APPLICATION.id), /no socket of this user/);
    }),
);

test('the client says that no server is found over IPC', () =>
  inFolder((folder) =>
    lookingIn(folder, async () => {
      await assert.rejects(newClient().connect(), /no RPC server on any socket of IPC/);
    }),
  )());
