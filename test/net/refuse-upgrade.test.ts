import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { refuseUpgrade } from '#guildhall/net/refuse-upgrade.js';
import { eventually } from '../helpers/eventually.js';

const UPGRADE = 'GET /x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

test('a refused upgrade is answered, and its connection ends also if the peer keeps its half open', async () => {
  const server = createServer();
  const connections: Duplex[] = [];
  server.on('upgrade', (_request, connection) => {
    connections.push(connection);
    refuseUpgrade(connection, '404 Not Found');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const peer = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  try {
    peer.write(UPGRADE);
    assert.match(await text(peer), /^HTTP\/1\.1 404 Not Found\r\nConnection: close\r\n/);
    await eventually(() => connections[0]?.destroyed);
  } finally {
    peer.destroy();
    server.close();
  }
});
