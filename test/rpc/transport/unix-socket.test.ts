import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RpcLimits } from '#guildhall/rpc/limits.js';
import { TRANSPORTS } from '#guildhall/rpc/transport/index.js';
import { eventually } from '../../helpers/eventually.js';
import { APPLICATION, MockRpc } from '../../helpers/mock-rpc.js';
import { guild, textChannel } from '../../helpers/objects.js';
import { openUnixSocket } from './unix-socket/open-unix-socket.js';
import { encodeUnit, KINDS } from './unix-socket/units.js';
import { UnixSocketClient } from './unix-socket/unix-socket-client.js';

const HELLO = { version: '1', clientId: APPLICATION.id };

/** A second transport shows what a transport has to be: the server behind it is the same (docs/architecture.md, Transports). */
function withUnixSocket(
  run: (mock: MockRpc, connect: (hello?: object) => Promise<UnixSocketClient>) => Promise<void>,
  limits: Partial<RpcLimits> = {},
): () => Promise<void> {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-'));
    const path = join(folder, 'rpc.sock');
    const transports = [...TRANSPORTS, openUnixSocket(path)];
    const mock = await MockRpc.start({ allowMissingOrigin: true, limits, transports });
    try {
      await run(mock, (hello = HELLO) => UnixSocketClient.open(path, hello));
    } finally {
      await mock.stop();
      await rm(folder, { recursive: true });
    }
  };
}

async function authenticate(mock: MockRpc, client: UnixSocketClient): Promise<void> {
  await client.next(({ evt }) => evt === 'READY');
  const { evt } = await client.request('AUTHENTICATE', { access_token: mock.grant(['rpc']) });
  assert.equal(evt, null);
}

test(
  'a second transport carries commands, replies and events like the first',
  withUnixSocket(async (mock, connect) => {
    mock.client.addGuild(guild('200', { channels: [textChannel('12', { type: 2 })] }));
    const [client, webSocket] = [await connect(), await mock.authenticated(['rpc'])];
    await authenticate(mock, client);
    for (const each of [client, webSocket]) {
      const reply = await each.request('SUBSCRIBE', { channel_id: '12' }, 'SPEAKING_START');
      assert.deepEqual(reply.data, { evt: 'SPEAKING_START' });
    }
    mock.link.emit('speakingStart', { channelId: '12', userId: '1' });
    const [ours, theirs] = await Promise.all(
      [client, webSocket].map((each) => each.next(({ evt }) => evt === 'SPEAKING_START')),
    );
    assert.deepEqual(ours, theirs);
    assert.equal(mock.server.sessions.list().length, 2);
  }),
);

test(
  'admission decides about a second transport: version, encoding, client id',
  withUnixSocket(async (_mock, connect) => {
    const refused: [hello: object, code: number][] = [
      [{ ...HELLO, version: '2' }, 4004],
      [{ ...HELLO, encoding: 'xml' }, 4005],
      [{ ...HELLO, clientId: '999' }, 4000],
    ];
    for (const [hello, code] of refused) {
      const client = await connect(hello);
      assert.equal((await client.closed()).code, code);
    }
  }),
);

test(
  'limits apply to a second transport: frames that are too long, too many or unfinished',
  withUnixSocket(
    async (_mock, connect) => {
      const offences: [code: number, offend: (client: UnixSocketClient) => void][] = [
        [1009, (client) => client.send(KINDS.FRAME, 'x'.repeat(2000))],
        [1009, (client) => client.send(KINDS.FRAME, 'x'.repeat(9000))],
        [4002, (client) => Array.from({ length: 200 }, () => client.send(KINDS.PING, ''))],
        [4002, (client) => Array.from({ length: 200 }, () => client.send(KINDS.FRAME, '{}'))],
        [1008, (client) => client.socket.write(encodeUnit(KINDS.FRAME, '{}').subarray(0, 6))],
      ];
      for (const [code, offend] of offences) {
        const client = await connect();
        await client.next(({ evt }) => evt === 'READY');
        offend(client);
        assert.equal((await client.closed()).code, code);
      }
    },
    { unauthenticatedFrameBytes: 1000, frameBytes: 8000, messagesPerSecond: 10, frameSeconds: 1 },
  ),
);

test(
  'a connection of a second transport that reads nothing is closed with its subscriptions',
  withUnixSocket(
    async (mock, connect) => {
      mock.client.addGuild(guild('200', { channels: [textChannel('12', { type: 2 })] }));
      const client = await connect();
      await authenticate(mock, client);
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
    { bufferedBytes: 100_000 },
  ),
);

test(
  'the person closes a connection of a second transport, and a server that stops closes all',
  withUnixSocket(async (mock, connect) => {
    const [kicked, kept] = [await connect(), await connect()];
    await authenticate(mock, kicked);
    const [session] = mock.server.sessions.list().filter(({ scopes }) => scopes !== null);
    assert.ok(mock.server.sessions.kick(session?.id ?? ''));
    assert.equal((await kicked.closed()).code, 1000);
    await kept.next(({ evt }) => evt === 'READY');
    const stopped = mock.server.stop();
    assert.equal((await kept.closed()).code, 1001);
    await stopped;
  }),
);
