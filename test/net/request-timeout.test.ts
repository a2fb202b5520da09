import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { refuseUpgrade } from '#guildhall/net/refuse-upgrade.js';
import { refuseTimedOut } from '#guildhall/net/request-timeout.js';

test('a connection without a request is closed with 408 in time, and garbage is refused as before', async () => {
  const server = createServer({ headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 });
  server.on('clientError', (error, socket) => {
    if (!refuseTimedOut(error, socket)) refuseUpgrade(socket, '400 Bad Request');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    assert.match(await text(connect(port, '127.0.0.1')), /^HTTP\/1\.1 408 Request Timeout\r\n/);
    const garbage = connect(port, '127.0.0.1');
    garbage.write('no request\r\n\r\n');
    assert.match(await text(garbage), /^HTTP\/1\.1 400 /);
  } finally {
    server.close();
  }
});
