import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { loadPeerCredentials } from '#guildhall/platform/native/peer-credentials.js';
import { type PeerLookup, SystemPeerCredentials } from '#guildhall/platform/processes/peer-credentials.js';
import { eventually } from '../../helpers/eventually.js';
import { notInWine, onlyLinux, onlyPosix } from '../../helpers/only-on.js';
import { endProcess, OTHER_UID, otherUserTest, startAs } from '../../helpers/other-user.js';

const CONNECT = `require('node:net').connect(JSON.parse(process.argv[1]), () => console.log('connected'))`;
const credentials = SystemPeerCredentials.load();

/** Runs a test against a server and gives it the server's end of each connection. */
async function withServer(
  where: object,
  run: (
    server: Server,
    accept: (to: NetConnectOpts) => Promise<{ client: Socket; served: Socket }>,
  ) => Promise<void>,
): Promise<void> {
  const server = createServer({ allowHalfOpen: true });
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  server.listen(where);
  await once(server, 'listening');
  try {
    await run(server, async (to) => {
      const accepted = once(server, 'connection') as Promise<[Socket]>;
      const client = connect(to);
      sockets.push(client);
      await once(client, 'connect');
      const [served] = await accepted;
      served.on('error', () => {});
      return { client, served };
    });
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const portOf = (server: Server): number => {
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
};

function found(lookup: PeerLookup): { user: string; pid: number | null; inode: number | null } {
  assert.ok(typeof lookup === 'object', `the lookup says ${String(lookup)}`);
  return lookup;
}

test(
  'Node.js has the descriptor of a socket in the private field _handle.fd',
  { skip: onlyPosix('has no descriptors') },
  () =>
    withServer({ port: 0, host: '127.0.0.1' }, async (server, accept) => {
      const { served } = await accept({ port: portOf(server), host: '127.0.0.1' });
      const handle: unknown = Reflect.get(served, '_handle');
      assert.ok(typeof handle === 'object' && handle !== null);
      assert.ok(Number(Reflect.get(handle, 'fd')) > 2);
    }),
);

describe('the peer of a TCP connection', () => {
  for (const [listen, to] of [
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['::', '127.0.0.1'],
    ['127.0.0.1', '::ffff:127.0.0.1'],
  ] as const) {
    const skip = to.includes('::') && notInWine('connections over IPv6 have no owner');
    test(`is found for a connection from ${to} to ${listen}`, { skip }, () =>
      withServer({ host: listen, port: 0 }, async (server, accept) => {
        const { served } = await accept({ host: to, port: portOf(server) });
        assert.equal(found(await credentials.findTcpPeer(served)).user, credentials.currentUser);
        const { localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 } = served;
        const { binding } = loadPeerCredentials();
        const byEnds = binding?.findTcpPeerBetween(localAddress, localPort, remoteAddress, remotePort);
        assert.deepEqual([byEnds?.status, byEnds?.user], ['found', credentials.currentUser]);
      }),
    );
  }

  test(
    'includes the inode of its own socket on Linux',
    {
      skip: onlyLinux('inodes of sockets are of Linux'),
    },
    () =>
      withServer({ host: '127.0.0.1', port: 0 }, async (server, accept) => {
        const { served } = await accept({ host: '127.0.0.1', port: portOf(server) });
        const { inode } = found(await credentials.findTcpPeer(served));
        const links = await Promise.all(
          (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
        );
        assert.equal(links.filter((link) => link === `socket:[${inode}]`).length, 1);
      }),
  );

  otherUserTest('is the user whose program connected', () =>
    withServer({ host: '127.0.0.1', port: 0 }, async (server) => {
      const accepted = once(server, 'connection') as Promise<[Socket]>;
      const { child } = await startAs(
        OTHER_UID,
        CONNECT,
        JSON.stringify({ port: portOf(server), host: '127.0.0.1' }),
      );
      const [served] = await accepted;
      assert.equal(found(await credentials.findTcpPeer(served)).user, String(OTHER_UID));
      await endProcess(child);
    }),
  );

  // The kernel shows such a socket with uid 0: a program could connect, send and close, and pass for root.
  test('is unknown after its program closed the socket, even if it sent data', () =>
    withServer({ host: '127.0.0.1', port: 0 }, async (server, accept) => {
      const { client, served } = await accept({ host: '127.0.0.1', port: portOf(server) });
      served.resume();
      client.end('x');
      client.destroy();
      await eventually(async () => (await credentials.findTcpPeer(served)) === 'not-found');
    }));

  test('is unknown if only a listener has its port', () =>
    withServer({ host: '127.0.0.1', port: 0 }, async (server) =>
      withServer({ host: '127.0.0.1', port: 0 }, async (other) => {
        const { binding } = loadPeerCredentials();
        const ends = ['127.0.0.1', portOf(server), '127.0.0.1', portOf(other)] as const;
        assert.equal(binding?.findTcpPeerBetween(...ends).status, 'not-found');
      }),
    ));
});

test(
  'the unread bytes of a TCP connection are counted',
  {
    skip: onlyLinux('only Linux counts them'),
  },
  () =>
    withServer({ host: '127.0.0.1', port: 0 }, async (server, accept) => {
      const { client, served } = await accept({ host: '127.0.0.1', port: portOf(server) });
      assert.equal(credentials.countUnread(served), 0);
      client.pause();
      served.write('seven b');
      await eventually(() => credentials.countUnread(served) === 7);
      client.resume();
      await eventually(() => credentials.countUnread(served) === 0);
      served.destroy();
      assert.equal(credentials.countUnread(served), null);
    }),
);

describe('the peer of a Unix socket', {
  skip: onlyPosix('named pipes have other rules'),
}, () => {
  const inFolder = (run: (path: string) => Promise<void>) => async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-peer-'));
    try {
      await run(join(folder, 'socket'));
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  test(
    'includes its user and process',
    inFolder((path) =>
      withServer({ path }, async (_server, accept) => {
        const { served } = await accept({ path });
        const { user, pid } = found(credentials.findUnixPeer(served));
        assert.deepEqual({ user, pid }, { user: credentials.currentUser, pid: process.pid });
      }),
    ),
  );

  test(
    'is unavailable once this end is closed',
    inFolder((path) =>
      withServer({ path }, async (_server, accept) => {
        const { served } = await accept({ path });
        served.destroy();
        assert.equal(credentials.findUnixPeer(served), 'unavailable');
      }),
    ),
  );
});
