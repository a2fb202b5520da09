import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { HttpConnections } from '#guildhall/net/http/http-connections.js';
import { createHttpServer } from '#guildhall/net/http/http-server.js';
import { serveAllowedPeers } from '#guildhall/net/http/serve-allowed-peers.js';
import { allowAnyPeer, type PeerCheck } from '#guildhall/net/peer-check.js';
import { WebSocketListener } from '#guildhall/net/websocket/websocket-listener.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { eventually } from '../../helpers/eventually.js';

/** A request of a connection whose reply the test makes. */
interface Held {
  readonly request: IncomingMessage;
  reply(): void;
}

interface Served {
  /** the requests that are handled, of each connection one at a time */
  readonly held: Held[];
  /** how many requests have arrived */
  arrived(): number;
  /** sends bytes over a new connection */
  send(bytes: string): Socket;
  /** waits until Node.js has refused what a connection sent */
  readonly refused: Promise<unknown>;
  /** how many connections were made so far */
  connections(): number;
  /** as when Node.js gave up waiting for the rest of a request */
  timeOut(): void;
}

/** Runs a test against a server that holds all requests until the test replies; `/ws` accepts WebSockets. */
async function withServer(run: (served: Served) => Promise<void>): Promise<void> {
  const server = createHttpServer();
  const held: Held[] = [];
  const sockets: Socket[] = [];
  let arrived = 0;
  server.on('request', () => (arrived += 1));
  server.on('connection', (socket) => sockets.push(socket));
  serveAllowedPeers(server, allowAnyPeer, { forbidden: {}, badRequest: { bad: true } }, take);
  function take(request: IncomingMessage, response: ServerResponse): void {
    held.push({ request, reply: () => void response.end(`to ${request.url}`) });
  }
  const webSockets = new WebSocketListener({
    name: 'test',
    messageBytes: 1_000,
    unfinished: { seconds: 10, totalBytes: 1_000 },
    http: new HttpConnections(server, 16),
    refuse: ({ url }) => (url === '/ws' ? null : '404 Not Found'),
    accept: (_, { socket }) => socket.end(),
    clock: systemClock,
    log: silentLogger,
  });
  webSockets.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const send = (bytes: string) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    socket.write(bytes);
    return socket;
  };
  const timeOut = () => {
    const error = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, sockets.at(-1));
  };
  try {
    await run({
      held,
      arrived: () => arrived,
      send,
      timeOut,
      connections: () => sockets.length,
      refused: once(server, 'clientError'),
    });
  } finally {
    await webSockets.stop(0, () => {});
    server.closeAllConnections();
    server.close();
  }
}

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

/** The statuses and bodies of replies in a text, in order. */
function repliesIn(received: string): string[] {
  return received
    .split(/(?=HTTP\/1\.1 )/)
    .map((reply) => `${reply.slice(9, 12)} ${reply.split('\r\n\r\n').slice(1).join('')}`.trim());
}

test('bytes after a request are answered with 400 after its reply, which ends the connection', () =>
  withServer(async ({ held, refused, send }) => {
    for (const headers of [[], ['Connection: close']]) {
      const received = text(send(`${head('DELETE /1', ...headers)}{}`));
      await eventually(() => held.length === 1);
      await refused;
      held.shift()?.reply();
      const answer = await received;
      assert.deepEqual(repliesIn(answer), ['200 to /1', '400 {"bad":true}']);
      assert.match(answer, /^HTTP\/1\.1 200 OK\r\n[^{]*Connection: close\r\n/);
    }
  }));

test('all replies come before the 400, in the order of their requests', () =>
  withServer(async ({ held, refused, send }) => {
    const received = text(send(`${head('PUT /1')}${head('PUT /2')}${head('PUT /3')}garbage\r\n\r\n`));
    await refused;
    for (let count = 1; count <= 3; count += 1) {
      await eventually(() => held.length === count);
      held.at(-1)?.reply();
    }
    assert.deepEqual(repliesIn(await received), ['200 to /1', '200 to /2', '200 to /3', '400 {"bad":true}']);
  }));

test('a request with an invalid body is answered with 400 in its turn', () =>
  withServer(async ({ held, refused, send }) => {
    const received = text(
      send(`${head('PUT /1')}${head('PUT /2', 'Transfer-Encoding: chunked')}no length\r\n`),
    );
    await refused;
    await eventually(() => held.length === 1);
    held[0]?.reply();
    assert.deepEqual(repliesIn(await received), ['200 to /1', '400 {"bad":true}']);
  }));

test('a request that is completed after its deadline is answered before the 408', () =>
  withServer(async ({ arrived, held, send, timeOut }) => {
    const client = send(`${head('PUT /1')}PUT /2 HTTP/1.1\r\n`);
    const received = text(client);
    await eventually(() => held.length === 1);
    timeOut();
    client.write('Host: x\r\n\r\n');
    await eventually(() => arrived() === 2);
    held[0]?.reply();
    await eventually(() => held.length === 2);
    held[1]?.reply();
    assert.deepEqual(repliesIn(await received), ['200 to /1', '200 to /2', '408']);
  }));

test('a connection without a request gets the error status at once', () =>
  withServer(async ({ connections, send, timeOut }) => {
    assert.deepEqual(repliesIn(await text(send('garbage\r\n\r\n'))), ['400 {"bad":true}']);
    assert.deepEqual(repliesIn(await text(send(`${head('GET /', `x: ${'x'.repeat(20_000)}`)}`))), ['431']);
    const idle = send('GET');
    await eventually(() => connections() === 3);
    timeOut();
    assert.deepEqual(repliesIn(await text(idle)), ['408']);
  }));

test('upgrades and CONNECT are answered after the replies to the requests before them', () =>
  withServer(async ({ held, send }) => {
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
    for (const [request, status] of [
      [head('GET /ws', ...upgrade, key), '101'],
      [head('GET /other', ...upgrade, key), '404'],
      [head('CONNECT x:1'), '405'],
    ] as const) {
      const received = text(send(`${head('PUT /1')}${request}`));
      await eventually(() => held.length === 1);
      held.shift()?.reply();
      const [first, second] = repliesIn(await received);
      assert.deepEqual([first, second?.slice(0, 3)], ['200 to /1', status]);
    }
  }));

test('an upgrade to a protocol other than WebSocket is ignored, and its connection ends after the reply', () =>
  withServer(async ({ held, send }) => {
    const upgrade = [
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
    ];
    const socket = send(head('GET /ordinary', ...upgrade));
    await eventually(() => held.length === 1);
    held[0]?.reply();
    const received = await text(socket);
    assert.deepEqual(repliesIn(received), ['200 to /ordinary']);
    assert.match(received, /\r\nConnection: close\r\n/);
    const withBody = send(`${head('POST /body', ...upgrade, 'Content-Length: 3')}abc`);
    await eventually(() => held.length === 2);
    assert.equal(await text(held[1]?.request ?? assert.fail()), 'abc');
    held[1]?.reply();
    assert.deepEqual(repliesIn(await text(withBody)), ['200 to /body']);
    const webSocket = ['Connection: upgrade', 'Upgrade: WebSocket', 'Sec-WebSocket-Version: 13'];
    const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
    assert.match(await text(send(head('GET /ws', ...webSocket, key))), /^HTTP\/1\.1 101 /);
  }));

test('requests with two Host headers get 400, including WebSocket upgrades', () =>
  withServer(async ({ held, send }) => {
    assert.deepEqual(repliesIn(await text(send(head('GET /two', 'hOST: x')))), ['400 {"bad":true}']);
    const webSocket = ['Connection: upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
    assert.deepEqual(repliesIn(await text(send(head('GET /ws', ...webSocket, key, 'Host: y')))), ['400']);
    assert.equal(held.length, 0);
  }));

test('requests with more than 256 headers get 431, including WebSocket upgrades', () =>
  withServer(async ({ held, send }) => {
    const lines = (count: number): string[] => Array(count).fill('a:');
    const most = text(send(head('GET /', ...lines(254), 'Connection: close')));
    await eventually(() => held.length === 1);
    held[0]?.reply();
    assert.deepEqual(repliesIn(await most), ['200 to /']);
    assert.deepEqual(repliesIn(await text(send(head('GET /', ...lines(256))))), ['431 {}']);
    const webSocket = ['Connection: upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
    assert.deepEqual(repliesIn(await text(send(head('GET /ws', ...webSocket, key, ...lines(252))))), ['431']);
    assert.equal(held.length, 1);
  }));

test('of a connection that is refused only the first request is answered', async () => {
  const server = createHttpServer();
  const nobody: PeerCheck = { guard: () => {}, isAllowed: () => false };
  serveAllowedPeers(server, nobody, { forbidden: {} }, () => assert.fail());
  const answered: boolean[] = [];
  server.on('request', (_request, response) => answered.push(response.headersSent));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
  assert.equal((await text(client)).match(/HTTP\/1\.1 403/g)?.length, 1);
  assert.deepEqual(answered, [true, false, false]);
  server.close();
});

test('a long reply before a CONNECT is sent whole to a slow reader', async () => {
  const size = 8 * 1024 * 1024;
  const server = createHttpServer();
  serveAllowedPeers(server, allowAnyPeer, { forbidden: {} }, (_request, response) => {
    void pipeline(Readable.from(Array(size / 65_536).fill(Buffer.alloc(65_536, 'x'))), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nCONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
    let received = 0;
    client.on('data', ({ length }: Buffer) => {
      received += length;
    });
    const ended = once(client, 'close');
    await eventually(() => received > size);
    await ended;
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
