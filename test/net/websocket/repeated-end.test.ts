import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Duplex, PassThrough, Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { HttpConnections } from '#guildhall/net/http/http-connections.js';
import { allowRepeatedEnd } from '#guildhall/net/websocket/repeated-end.js';
import { WebSocketListener } from '#guildhall/net/websocket/websocket-listener.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { eventually } from '../../helpers/eventually.js';
import { rawFrame } from '../../helpers/raw-websocket.js';

const CLOSE = 0x8;
const UPGRADE = [
  'GET / HTTP/1.1',
  'Host: 127.0.0.1',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

/** Counts the calls that end a stream which has ended: Node.js makes an error of each. */
function countRepeatedEnds(t: TestContext): () => number {
  let count = 0;
  for (const { prototype } of [Writable, Duplex]) {
    const { end } = prototype;
    t.mock.method(prototype, 'end', function (this: Writable, ...args: unknown[]) {
      if (this.writableEnded) count += 1;
      return Reflect.apply(end, this, args);
    });
  }
  return () => count;
}

/** Closes a WebSocket from its client's end. @returns how often the server ended a stream again */
async function closeByClient(t: TestContext, server: Server, isClosed: () => boolean): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const client = connect(port, '127.0.0.1');
    client.write(`${UPGRADE.join('\r\n')}\r\n\r\n`);
    await once(client, 'data');
    const closed = once(client, 'close');
    const repeatedEnds = countRepeatedEnds(t);
    client.end(rawFrame(CLOSE, Buffer.from([0x03, 0xe8])));
    await closed;
    await eventually(isClosed);
    return repeatedEnds();
  } finally {
    server.close();
  }
}

test('no stream is ended again when a client closes its WebSocket', async (t) => {
  const server = createServer();
  const listener = new WebSocketListener({
    name: 'test',
    messageBytes: 1024,
    unfinished: { seconds: 10, totalBytes: 1024 },
    http: new HttpConnections(server, 16),
    refuse: () => null,
    accept: () => {},
    clock: systemClock,
    log: silentLogger,
  });
  listener.attach(server);
  try {
    assert.equal(await closeByClient(t, server, () => listener.sockets.size === 0), 0);
  } finally {
    await listener.stop(0, () => {});
  }
});

test('ws has its receiver in the private field _receiver, and ends streams again', async (t) => {
  const server = createServer();
  const listener = new WebSocketServer({ server });
  let receiver: unknown;
  listener.on('connection', (socket) => {
    receiver = Reflect.get(socket, '_receiver');
  });
  const ends = await closeByClient(t, server, () => listener.clients.size === 0);
  listener.close();
  assert.ok(
    receiver instanceof Writable,
    'ws changed: find its receiver in src/net/websocket/repeated-end.ts',
  );
  assert.ok(ends > 0, 'ws changed: src/net/websocket/repeated-end.ts is superfluous');
});

test('a stream ends once, with its data, and refuses later writes', async () => {
  let written = '';
  const stream = new Writable({
    autoDestroy: false,
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  const socket: WebSocket = Object.create(WebSocket.prototype);
  Reflect.set(socket, '_receiver', stream);
  allowRepeatedEnd(socket, new PassThrough());
  const finished = once(stream, 'finish');
  stream.end('data');
  stream.end();
  await finished;
  assert.equal(written, 'data');
  const refused = once(stream, 'error');
  stream.end('more');
  assert.equal((await refused)[0].code, 'ERR_STREAM_WRITE_AFTER_END');
});
