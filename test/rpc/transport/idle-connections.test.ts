import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { queryObjects } from 'node:v8';
import { inTime } from '../../helpers/eventually.js';
import { APPLICATION, ORIGIN, withMockRpc } from '../../helpers/mock-rpc.js';

const CONNECTIONS = 50;

/** Opens a connection by bytes alone, because a client would have objects of the same classes. */
async function openRaw(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const head = [
    `GET /?v=1&client_id=${APPLICATION.id} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Origin: ${ORIGIN}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  let received = '';
  const ready = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      received += data.toString('latin1');
      if (received.includes('"READY"')) resolve();
    });
  });
  await inTime(ready, () => 'READY arrives');
  return socket;
}

test(
  'idle connections keep no request, query or signal in memory',
  withMockRpc(async (mock) => {
    const count = () =>
      [IncomingMessage, AbortSignal, URLSearchParams].map((kind) => queryObjects(kind, { format: 'count' }));
    const first = await openRaw(mock.port);
    const before = count();
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => openRaw(mock.port)));
    assert.equal(mock.server.sessions.list().length, CONNECTIONS + 1);
    const grown = count().map((after, kind) => after - (before[kind] ?? 0));
    // Node.js may still hold the last request of a parser that it reuses.
    for (const more of grown) assert.ok(more < CONNECTIONS / 10, `${grown.join(', ')} more objects`);
    for (const socket of [first, ...sockets]) socket.destroy();
  }),
);
