import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { websocketMessage } from '#guildhall/net/websocket/websocket-message.js';

/** What a WebSocket client receives when these bytes are written to the connection below its WebSocket. */
async function receive(frames: readonly Buffer[]): Promise<{ data: Buffer; isBinary: boolean }[]> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket, request) => {
    request.socket.write(Buffer.concat(frames));
    socket.close(1000);
  });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const received: { data: Buffer; isBinary: boolean }[] = [];
  client.on('message', (data: Buffer, isBinary) => received.push({ data, isBinary }));
  const [code] = (await once(client, 'close')) as [number];
  server.close();
  assert.equal(code, 1000);
  return received;
}

/** Around the lengths where the header gets longer (RFC 6455 §5.2). */
const LENGTHS = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000];

test('strings are sent as text messages of any length', async () => {
  const texts = [...LENGTHS.map((length) => 'a'.repeat(length)), '{"name":"ö€😀"}', '€'.repeat(42)];
  const received = await receive(texts.map(websocketMessage));
  assert.deepEqual(
    received.map(({ data }) => data.toString()),
    texts,
  );
  assert.ok(received.every(({ isBinary }) => !isBinary));
});

test('bytes are sent as binary messages of any length', async () => {
  const payloads = LENGTHS.map((length) => Buffer.alloc(length, 0x83));
  const received = await receive(payloads.map(websocketMessage));
  assert.deepEqual(
    received.map(({ data }) => data),
    payloads,
  );
  assert.ok(received.every(({ isBinary }) => isBinary));
});
