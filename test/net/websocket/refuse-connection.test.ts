import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { refuseConnection } from '#guildhall/net/websocket/refuse-connection.js';
import { eventually } from '../../helpers/eventually.js';

const UPGRADE = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const REFUSAL = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** A server that refuses every upgrade, and the number of connections that it has open. */
async function withServer(
  run: (port: number, countConnections: () => Promise<number>) => Promise<void>,
): Promise<void> {
  const server = createServer();
  server.on('upgrade', ({ socket }) => {
    socket.on('error', () => socket.destroy());
    refuseConnection(socket, '403 Forbidden');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await run(port, promisify(server.getConnections.bind(server)));
  } finally {
    server.close();
  }
}

function open(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  return socket.on('error', () => {});
}

test('a refused upgrade gets its status and is closed', () =>
  withServer(async (port, countConnections) => {
    const socket = open(port).setEncoding('latin1');
    socket.write(UPGRADE);
    let answer = '';
    for await (const text of socket) answer += text;
    assert.equal(answer, REFUSAL);
    await eventually(async () => (await countConnections()) === 0);
  }));

test('peers that send data before closing leave no open connection', () =>
  withServer(async (port, countConnections) => {
    for (let count = 0; count < 20; count += 1) {
      const socket = open(port);
      socket.write(UPGRADE);
      await once(socket, 'data');
      socket.end(Buffer.alloc(1000));
      await once(socket, 'close');
    }
    await eventually(async () => (await countConnections()) === 0);
  }));

test('a peer that does not close its half is closed', () =>
  withServer(async (port, countConnections) => {
    const socket = open(port);
    socket.write(UPGRADE);
    await once(socket, 'data');
    await eventually(async () => (await countConnections()) === 0);
    socket.destroy();
  }));
