import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { UserPeerCheck } from '#guildhall/net/user-peer-check.js';
import { createLogger } from '#guildhall/platform/log.js';
import type { PeerLookup } from '#guildhall/platform/processes/peer-credentials.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { eventually } from '../helpers/eventually.js';
import { MockPeerCredentials } from '../mocks/mock-peers.js';

/** More than are kept open to be told that they are refused. */
const MANY = 40;
const KEPT = 16;
const OTHER = { user: '1001', pid: null, inode: null };

interface Bed {
  readonly credentials: MockPeerCredentials;
  readonly check: UserPeerCheck;
  readonly clock: ManualClock;
  /** what the server accepted, in order */
  readonly accepted: Socket[];
  readonly logged: PassThrough;
  connect(): Promise<Socket>;
}

function withGuardedServer(run: (bed: Bed) => Promise<void>): () => Promise<void> {
  return async () => {
    const credentials = new MockPeerCredentials();
    const clock = new ManualClock();
    const logged = new PassThrough();
    const check = new UserPeerCheck({
      lookUp: () => credentials.findTcpPeer(),
      users: new Set([credentials.currentUser]),
      clock,
      log: createLogger('info', logged),
    });
    const accepted: Socket[] = [];
    const clients: Socket[] = [];
    const server = createServer((socket) => accepted.push(socket));
    check.guard(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const bed: Bed = {
      ...{ credentials, check, clock, accepted, logged },
      connect: async () => {
        const before = accepted.length;
        const client = connect(address.port, '127.0.0.1');
        client.on('error', () => {});
        clients.push(client);
        await eventually(() => accepted.length > before);
        return client;
      },
    };
    try {
      await run(bed);
    } finally {
      for (const socket of [...clients, ...accepted]) socket.destroy();
      server.close();
    }
  };
}

test(
  'a connection is checked once, on arrival',
  withGuardedServer(async ({ accepted, check, connect, credentials }) => {
    await connect();
    credentials.peer = OTHER;
    await connect();
    const decisions = () => accepted.map((socket) => check.isAllowed(socket));
    assert.deepEqual(decisions(), [true, false]);
    assert.deepEqual(decisions(), [true, false]);
    assert.equal(credentials.lookups, 2);
  }),
);

/** The numbers of the levels are those of pino. */
for (const [peer, level, message] of [
  ['not-found', 30, /owner could not be determined; it may have closed/],
  ['unavailable', 40, /the system does not tell whose it is/],
] as const) {
  test(
    `a peer that is ${peer} is refused, and not logged as another user`,
    withGuardedServer(async ({ accepted, check, connect, credentials, logged }) => {
      credentials.peer = peer;
      await connect();
      assert.deepEqual(
        accepted.map((socket) => check.isAllowed(socket)),
        [false],
      );
      const line = JSON.parse(String(logged.read()));
      assert.equal(line.level, level);
      assert.match(line.msg, message);
    }),
  );
}

test('a connection whose check fails is refused', () => {
  const log = createLogger('silent');
  const lookUp = () => new MockPeerCredentials().peer;
  const users = new Set([new MockPeerCredentials().currentUser]);
  const check = new UserPeerCheck({ lookUp, users, clock: new ManualClock(), log });
  assert.equal(check.isAllowed(new PassThrough()), false);
});

test(
  'refused connections are limited in number and time',
  withGuardedServer(async ({ accepted, check, clock, connect, credentials }) => {
    credentials.peer = OTHER;
    for (let count = 0; count < MANY; count += 1) await connect();
    assert.equal(accepted.filter((socket) => !socket.destroyed).length, KEPT);
    credentials.peer = { user: credentials.currentUser, pid: null, inode: null };
    await connect();
    const own = accepted.at(-1);
    assert.ok(own !== undefined && check.isAllowed(own));
    await clock.advance(5_000);
    assert.deepEqual(
      accepted.filter((socket) => !socket.destroyed),
      [own],
    );
    assert.equal(clock.timers, 0);
  }),
);

test(
  'refusals are logged with the user, a few at once and then one a minute',
  withGuardedServer(async ({ clock, connect, credentials, logged }) => {
    credentials.peer = OTHER;
    const linesAfter = async (connections: number) => {
      for (let count = 0; count < connections; count += 1) await connect();
      return String(logged.read() ?? '')
        .split('\n')
        .filter((line) => line !== '');
    };
    const first = await linesAfter(MANY);
    assert.equal(first.length, 5);
    assert.deepEqual(JSON.parse(first[0] ?? '').peer, OTHER);
    assert.equal((await linesAfter(3)).length, 0);
    credentials.peer = 'not-found';
    assert.equal((await linesAfter(MANY)).length, 5);
    credentials.peer = OTHER;
    await clock.advance(60_000);
    assert.equal((await linesAfter(3)).length, 1);
  }),
);

test('a lookup that takes time holds a connection back, with what it sent, until it is decided', async () => {
  const credentials = new MockPeerCredentials();
  const waiting: ((peer: PeerLookup) => void)[] = [];
  const check = new UserPeerCheck({
    lookUp: () => new Promise<PeerLookup>((resolve) => waiting.push(resolve)),
    isSlow: true,
    users: new Set([credentials.currentUser]),
    clock: new ManualClock(),
    log: createLogger('silent'),
  });
  const served: string[] = [];
  const server = createHttpServer((request, response) => {
    served.push(request.url ?? '');
    response.end(String(check.isAllowed(request.socket)));
  });
  check.guard(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  try {
    const ask = async (path: string) =>
      (await fetch(`http://127.0.0.1:${address.port}${path}`, { headers: { connection: 'close' } })).text();
    const gone = connect(address.port, '127.0.0.1');
    await eventually(() => waiting.length === 1);
    gone.resetAndDestroy();
    const replies = [ask('/own'), ask('/other')];
    await eventually(() => waiting.length === 3);
    assert.deepEqual(served, []);
    waiting[0]?.(credentials.peer);
    waiting[2]?.(OTHER);
    waiting[1]?.(credentials.peer);
    assert.deepEqual((await Promise.all(replies)).sort(), ['false', 'true']);
    assert.equal(served.length, 2);
  } finally {
    server.close();
  }
});
