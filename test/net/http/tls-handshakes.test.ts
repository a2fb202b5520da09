import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, afterEach, before } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { HttpConnections } from '#guildhall/net/http/http-connections.js';
import { followReplies } from '#guildhall/net/http/reply-order.js';
import { serveAllowedPeers } from '#guildhall/net/http/serve-allowed-peers.js';
import { UserPeerCheck } from '#guildhall/net/user-peer-check.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { missingPrograms, realTest } from '../../hardware/support/programs.js';
import { Certificate } from '../../helpers/certificate.js';
import { eventually, inTime } from '../../helpers/eventually.js';
import { countOpen } from '../../helpers/idle-connections.js';
import { MockPeerCredentials } from '../../mocks/mock-peers.js';

const SEATS = 4;
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

const OPENSSL = ['openssl'];
let certificate: Certificate | undefined;
before(async () => {
  if (missingPrograms(OPENSSL) !== false) return;
  certificate = await Certificate.create('127.0.0.1');
});
after(() => certificate?.remove());

const toClose: (() => unknown)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0).reverse()) close();
});

/** An HTTPS server with four seats. Requests to /settle give up their seat. */
async function startServer(credentials: MockPeerCredentials): Promise<number> {
  assert.ok(certificate);
  const { cert, key } = certificate;
  const server: Server = createServer({ cert, key, keepAliveTimeout: 60_000 });
  const follow = followReplies(server);
  server.on('request', (_request, response) => follow(response));
  const peers = new UserPeerCheck({
    lookUp: () => credentials.findTcpPeer(),
    users: new Set([credentials.currentUser]),
    clock: new ManualClock(),
    log: silentLogger,
  });
  peers.guard(server);
  const connections = new HttpConnections(server, SEATS);
  serveAllowedPeers(server, peers, { forbidden: { refused: true } }, ({ socket, url }, response) => {
    if (url === '/settle') connections.settle(socket);
    response.end('served');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  toClose.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function keep(socket: Socket): Socket {
  socket.on('error', () => undefined);
  toClose.push(() => socket.destroy());
  return socket;
}

const open = (port: number) =>
  keep(connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }).resume());

/** Sends a request. @returns the reply */
async function ask(socket: Socket, path = '/'): Promise<string> {
  socket.write(REQUEST.replace('/', path));
  const [reply] = await inTime(once(socket, 'data'), () => 'there was no reply');
  return String(reply);
}

realTest(OPENSSL, 'only peers of the same user are served over TLS', async () => {
  const credentials = new MockPeerCredentials();
  const port = await startServer(credentials);
  assert.match(await ask(open(port)), /served/);
  credentials.peer = { user: '1001', pid: null, inode: null };
  assert.match(await ask(open(port)), /^HTTP\/1\.1 403 .*refused/s);
});

realTest(OPENSSL, 'newcomers do not displace a TLS connection that gave up its seat', async () => {
  const port = await startServer(new MockPeerCredentials());
  const settled = open(port);
  await ask(settled, '/settle');
  const newcomers = Array.from({ length: 5 * SEATS }, () => open(port));
  await eventually(() => countOpen(newcomers) <= SEATS);
  assert.match(await ask(settled), /served/);
});

realTest(OPENSSL, 'connections are limited before their TLS handshake', async () => {
  const port = await startServer(new MockPeerCredentials());
  const silent = Array.from({ length: 5 * SEATS }, () => keep(connect(port, '127.0.0.1').resume()));
  await eventually(() => countOpen(silent) <= SEATS);
  assert.match(await ask(open(port)), /served/);
});
