import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { FrameSocket, toFrame } from './frame-socket.js';
import { HttpGenerator } from './http.js';
import { COUNTER } from './load.js';

/** What the test server received, and how it answers; writes are apart so that they arrive in several chunks. */
let respond: (request: string, socket: Socket) => Promise<void>;
const requests: string[] = [];
let server: Server;
let port = 0;
const sockets: Socket[] = [];

before(async () => {
  server = createServer((socket) => {
    sockets.push(socket);
    socket.setNoDelay(true).on('data', (bytes) => {
      requests.push(String(bytes));
      void respond(String(bytes), socket);
    });
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
after(() => {
  server.close();
  for (const socket of sockets) socket.destroy();
});

async function writeInPieces(socket: Socket, bytes: Buffer, size: number): Promise<void> {
  for (let at = 0; at < bytes.length; at += size) {
    socket.write(bytes.subarray(at, at + size));
    await setImmediate();
  }
}

test('a response that arrives in pieces counts once, and each request has a number of its own', async () => {
  requests.length = 0;
  respond = (_request, socket) =>
    writeInPieces(
      socket,
      Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n01234567890123456789'),
      7,
    );
  const generator = new HttpGenerator({
    kind: 'http',
    connections: 3,
    request: { port, method: 'POST', path: '/', authorization: 'Bot 1', body: `"${COUNTER}"` },
  });
  await generator.open();
  const { operations, milliseconds } = await generator.run(30);
  assert.equal(operations, requests.length);
  assert.equal(new Set(requests.map((request) => request.slice(-10))).size, requests.length);
  assert.ok(milliseconds >= 30);
});

test('frames that arrive in pieces, or several at once, are found whole', async () => {
  const long = 'x'.repeat(300);
  const unmasked = (text: string) => {
    const payload = Buffer.from(text);
    const header =
      payload.length < 126 ? [0x81, payload.length] : [0x81, 126, payload.length >> 8, payload.length & 0xff];
    return Buffer.concat([Buffer.from(header), payload]);
  };
  const sent = ['READY', long, 'a', 'b'];
  for (const size of [1, 5, 1000]) {
    respond = (_request, socket) => {
      const head = Buffer.from('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      return writeInPieces(socket, Buffer.concat([head, ...sent.map(unmasked)]), size);
    };
    const received: string[] = [];
    const socket = new FrameSocket({ port, path: '/', isGreeted: false, setup: [] });
    const all = new Promise<void>((resolve) => {
      socket.onFrame = (payload) => {
        received.push(String(payload));
        if (received.length === sent.length) resolve();
      };
    });
    await socket.connect();
    await all;
    assert.deepEqual(received, sent, `in pieces of ${size}`);
    socket.close();
  }
});

test('a frame of a generator is masked and carries its text', () => {
  for (const text of ['{}', 'y'.repeat(200)]) {
    const frame = toFrame(text);
    const at = text.length < 126 ? 2 : 4;
    const mask = frame.subarray(at, at + 4);
    const payload = frame.subarray(at + 4).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
    assert.equal(String(Buffer.from(payload)), text);
    assert.equal((frame[1] ?? 0) & 0x80, 0x80);
  }
});
