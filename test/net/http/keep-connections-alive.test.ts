import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { mock, test } from 'node:test';
import { keepConnectionsAlive } from '#guildhall/net/http/keep-connections-alive.js';

test('a keep-alive connection sets no timer per request, and its responses state the timeout', async () => {
  const server = createServer((_request, response) => response.end('ok'));
  server.setTimeout(60_000);
  keepConnectionsAlive(server, 60_000);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const connections: Socket[] = [];
  server.on('connection', (socket) => connections.push(socket));
  const request = async () => {
    const [response] = (await once(get({ port, agent }), 'response')) as [IncomingMessage];
    await text(response);
    return response.headers['keep-alive'];
  };
  try {
    assert.equal(await request(), 'timeout=60');
    const [connection] = connections;
    assert.ok(connection !== undefined);
    assert.equal(connection.timeout, 60_000);
    const setTimeout = mock.method(connection, 'setTimeout');
    for (let count = 0; count < 3; count += 1) assert.equal(await request(), 'timeout=60');
    assert.equal(setTimeout.mock.callCount(), 0);
    assert.equal(connections.length, 1);
  } finally {
    agent.destroy();
    server.close();
  }
});
