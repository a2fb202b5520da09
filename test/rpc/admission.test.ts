import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { etfEncoding } from '#guildhall/protocol/encoding/etf.js';
import { decodeFrame } from '../helpers/decode-frame.js';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION, type MockRpc, ORIGIN, withMockRpc } from '../helpers/mock-rpc.js';
import { type Frame, RawRpcClient } from '../helpers/rpc-client.js';
import { withClock } from '../helpers/with-clock.js';

interface Refusal {
  readonly what: string;
  readonly query?: string;
  readonly origin?: string | undefined;
  readonly code: number;
  readonly reason: string;
}

const refusals: Refusal[] = [
  { what: 'an unknown version', query: 'v=2&client_id=100', code: 4004, reason: 'Invalid Version' },
  { what: 'no version', query: 'client_id=100', code: 4004, reason: 'Invalid Version' },
  {
    what: 'an unknown encoding',
    query: 'v=1&client_id=100&encoding=xml',
    code: 4005,
    reason: 'Invalid Encoding',
  },
  { what: 'no client id', query: 'v=1', code: 4000, reason: 'Invalid Client ID' },
  {
    what: 'a client id that is not an id',
    query: 'v=1&client_id=../1',
    code: 4000,
    reason: 'Invalid Client ID',
  },
  {
    what: 'an unregistered client id that a program names',
    query: 'v=1&client_id=7',
    origin: undefined,
    code: 4000,
    reason: 'Invalid Client ID',
  },
  {
    what: 'an unregistered client id that a page names',
    query: 'v=1&client_id=7',
    code: 4001,
    reason: 'Invalid Origin',
  },
  { what: 'another origin', origin: 'https://evil.example', code: 4001, reason: 'Invalid Origin' },
  {
    what: 'the origin in another scheme',
    origin: 'http://game.example',
    code: 4001,
    reason: 'Invalid Origin',
  },
  { what: 'a longer origin', origin: `${ORIGIN}.evil.example`, code: 4001, reason: 'Invalid Origin' },
  { what: 'the origin `null`', origin: 'null', code: 4001, reason: 'Invalid Origin' },
  { what: 'a malformed origin', origin: 'http://[::', code: 4001, reason: 'Invalid Origin' },
  { what: 'no origin', origin: undefined, code: 4001, reason: 'Invalid Origin' },
];

for (const refusal of refusals) {
  test(
    `${refusal.what} is closed with ${refusal.code} and receives nothing`,
    withMockRpc(async ({ port }) => {
      const origin = 'origin' in refusal ? refusal.origin : ORIGIN;
      const query = refusal.query ?? 'v=1&client_id=100';
      const client = await RawRpcClient.open({ port, query, origin });
      client.send({ cmd: 'GET_GUILDS', nonce: '1' });
      assert.deepEqual(await client.closed, { code: refusal.code, reason: refusal.reason });
      assert.deepEqual(client.frames, []);
    }),
  );
}

test(
  'READY comes first, 10 ms after the socket opened if it is unknown what the client has read, and does not identify the person',
  withClock(
    async (mock, clock) => {
      const { port } = mock;
      const client = await RawRpcClient.open({ port, clientId: APPLICATION.id });
      await eventually(() => clock.timers > 0);
      await clock.advance(9);
      // What the server sent before is read before this answer.
      assert.equal(await getStatus(mock, `127.0.0.1:${port}`), 404);
      assert.deepEqual(client.frames, []);
      await clock.advance(1);
      assert.equal(
        JSON.stringify(await client.next()),
        '{"cmd":"DISPATCH","data":{"v":1,"config":{"cdn_host":"cdn.example","api_endpoint":"//api.example/api","environment":"test"}},"evt":"READY","nonce":null}',
      );
      await client.close();
    },
    { countUnread: () => null },
  ),
);

test(
  'a missing encoding means json',
  withMockRpc(async ({ port }) => {
    const client = await RawRpcClient.connect({ port, query: 'v=1&client_id=100', origin: ORIGIN });
    assert.equal((await client.request('GET_GUILDS')).evt, 'ERROR');
    await client.close();
  }),
);

test(
  'encoding=etf uses ETF in binary frames',
  withMockRpc(async ({ port }) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/?v=1&client_id=100&encoding=etf`, {
      origin: ORIGIN,
    });
    const frames: { data: Buffer; binary: boolean }[] = [];
    socket.on('message', (data, binary) => frames.push({ data: data as Buffer, binary }));
    await eventually(() => frames.length === 1);
    socket.send(etfEncoding.encode({ cmd: 'GET_GUILDS', nonce: 7, args: {} }));
    await eventually(() => frames.length === 2);
    socket.send(Buffer.from([131, 1]));
    await eventually(() => frames.length === 3);
    assert.ok(frames.every(({ binary }) => binary));
    const [ready, refused, broken] = frames.map(({ data }) => decodeFrame(etfEncoding, data) as Frame);
    assert.equal(ready?.evt, 'READY');
    assert.deepEqual([refused?.nonce, refused?.data?.code], [7, 4006]);
    assert.deepEqual([broken?.nonce, broken?.data?.code], [null, 4000]);
    socket.close();
  }),
);

test(
  'a command sent before READY is answered after it',
  withMockRpc(async ({ port }) => {
    const client = await RawRpcClient.open({ port, clientId: APPLICATION.id, origin: ORIGIN });
    client.send({ cmd: 'GET_GUILDS', nonce: 'early' });
    assert.equal((await client.next()).evt, 'READY');
    assert.equal((await client.next()).nonce, 'early');
    await client.close();
  }),
);

test(
  'a missing Origin is accepted with --allow-missing-origin, a wrong one is not',
  withMockRpc(
    async ({ port }) => {
      const client = await RawRpcClient.connect({ port, clientId: '100', origin: undefined });
      await client.close();
      const wrong = await RawRpcClient.open({ port, clientId: '100', origin: 'https://evil.example' });
      assert.equal((await wrong.closed).code, 4001);
    },
    { allowMissingOrigin: true },
  ),
);

test(
  'a foreign Host is refused on upgrade and on HTTP',
  withMockRpc(async (mock) => {
    for (const host of [
      `evil.example:${mock.port}`,
      '127.0.0.1',
      `127.0.0.1:${mock.port + 1}`,
      'x@127.0.0.1',
      '',
    ]) {
      assert.equal(await upgradeStatus(mock, host), 403, `upgrade with Host ${host}`);
      assert.equal(await getStatus(mock, host), 403, `GET with Host ${host}`);
    }
    assert.equal(await upgradeStatus(mock, `localhost:${mock.port}`), 101);
    assert.equal(await getStatus(mock, `LOCALHOST:${mock.port}`), 404);
  }),
);

test(
  'GET / is 404 in JSON, and no other origin may read it',
  withMockRpc(async ({ port }) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(response.status, 404);
    assert.deepEqual(await response.json(), { code: 0, message: '404: Not Found' });
    assert.equal(response.headers.get('access-control-allow-origin'), null);
  }),
);

test(
  'a request that is not HTTP is refused, and the server keeps running',
  withMockRpc(async (mock) => {
    const socket = connect(mock.port, '127.0.0.1');
    socket.end('\x16\x03\x01 not http at all\r\n\r\n');
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    await (await mock.connect()).close();
  }),
);

function getStatus({ port }: MockRpc, host: string): Promise<number> {
  return status(port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
}

function upgradeStatus({ port }: MockRpc, host: string): Promise<number> {
  const headers = [
    `Host: ${host}`,
    `Origin: ${ORIGIN}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ];
  return status(port, `GET /?v=1&client_id=100 HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
}

async function status(port: number, head: string): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(head);
  for await (const chunk of socket) return Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1]);
  return 0;
}

async function text(socket: ReturnType<typeof connect>): Promise<string> {
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  return received;
}
