import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { HttpConnections } from '#guildhall/net/http/http-connections.js';
import { createHttpServer } from '#guildhall/net/http/http-server.js';
import { serveAllowedPeers } from '#guildhall/net/http/serve-allowed-peers.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';
import { countOpen, openIdleConnections } from '../../helpers/idle-connections.js';

const SEATS = 4;

/** A server with four seats, and a way to connect to it. */
async function withServer(
  run: (open: (count: number) => Promise<Socket[]>, url: string) => Promise<void>,
): Promise<void> {
  const server = createHttpServer().on('request', (request, response) => {
    if (request.url === '/settle') connections.settle(request.socket);
    response.end('ok');
  });
  server.keepAliveTimeout = 60_000;
  const connections = new HttpConnections(server, SEATS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients: Socket[] = [];
  const open = async (count: number) => {
    const sockets = await openIdleConnections(port, count);
    clients.push(...sockets);
    return sockets;
  };
  try {
    await run(open, `http://127.0.0.1:${port}/`);
  } finally {
    for (const client of clients) client.destroy();
    server.closeAllConnections();
    server.close();
  }
}

test('a request is answered while idle connections have all seats', () =>
  withServer(async (open, url) => {
    const idle = await open(3 * SEATS);
    assert.equal(await (await fetch(url)).text(), 'ok');
    await eventually(() => countOpen(idle) < SEATS);
  }));

test('connections without a request are closed before one with a request', () =>
  withServer(async (open) => {
    const [honest] = await open(1);
    assert.ok(honest);
    honest.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(honest, 'data');
    const idle = await open(5 * SEATS);
    await eventually(() => countOpen(idle) < SEATS);
    assert.equal(honest.closed, false);
  }));

test('seats are shared fairly between origins', () =>
  withServer(async (open) => {
    const request = async (origin: string) => {
      const [socket] = await open(1);
      assert.ok(socket);
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nContent-Length: 9\r\n\r\n`);
      await once(socket, 'data');
      return socket;
    };
    const honest = await request('https://game.example');
    const attacking: Socket[] = [];
    for (let count = 0; count < 3 * SEATS; count += 1) attacking.push(await request('https://evil.example'));
    await eventually(() => countOpen(attacking) < SEATS);
    assert.equal(honest.closed, false);
  }));

test('a client that invents origins displaces no program, which sends none', () =>
  withServer(async (open) => {
    const request = async (header: string) => {
      const [socket] = await open(1);
      assert.ok(socket);
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${header}Content-Length: 9\r\n\r\n`);
      await once(socket, 'data');
      return socket;
    };
    const honest = await request('');
    const attacking: Socket[] = [];
    for (let count = 0; count < 3 * SEATS; count += 1)
      attacking.push(await request(`Origin: https://${count}.example\r\n`));
    await eventually(() => countOpen(attacking) < SEATS);
    assert.equal(honest.closed, false);
  }));

test('newcomers do not displace a settled connection, regardless of its group', () =>
  withServer(async (open) => {
    const [settled] = await open(1);
    assert.ok(settled);
    settled.write('GET /settle HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(settled, 'data');
    const others: Socket[] = [];
    for (let count = 0; count < 3 * SEATS; count += 1) {
      const [other] = await open(1);
      assert.ok(other);
      other.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(other, 'data');
      others.push(other);
    }
    await eventually(() => countOpen(others) <= SEATS);
    assert.equal(settled.closed, false);
  }));

test('a connection with too many unanswered requests is ended, and only the first of them is handled', async () => {
  let handled = 0;
  const server = createHttpServer();
  new HttpConnections(server, SEATS);
  serveAllowedPeers(server, allowAnyPeer, { forbidden: {} }, (request, response) => {
    handled += 1;
    if (request.url === '/answered') response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [patient, greedy] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  try {
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    let received = '';
    patient.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    for (let round = 1; round <= 4; round++) {
      patient.write(get('/answered').repeat(64));
      await eventually(() => received.split('HTTP/1.1 200').length - 1 === 64 * round);
    }
    greedy.on('error', () => undefined).write(get('/').repeat(500));
    await once(greedy, 'close');
    assert.equal(handled, 4 * 64 + 1);
    assert.equal(patient.closed, false);
  } finally {
    patient.destroy();
    server.closeAllConnections();
    server.close();
  }
});

test('a connection whose reply takes longer than a second may be idle for a minute, or less if half of it is closed', async () => {
  const held: ServerResponse[] = [];
  const server = createHttpServer().on('request', (_request, response) => held.push(response));
  server.keepAliveTimeout = 600_000;
  const clock = new ManualClock();
  new HttpConnections(server, SEATS, clock);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  try {
    for (const client of clients) client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    clients[1]?.end();
    await eventually(() => held.length === 2 && held.some(({ req }) => req.socket.timeout === 5_000));
    await clock.advance(1_000);
    assert.deepEqual(new Set(held.map(({ req }) => req.socket.timeout)), new Set([5_000, 60_000]));
    const [waiting] = held.filter(({ req }) => req.socket.timeout === 60_000);
    waiting?.end('ok');
    await once(clients[0] as Socket, 'data');
    await clock.advance(1_000);
    assert.notEqual(waiting?.req.socket.timeout, 60_000);
    for (const response of held) response.destroy();
    await clock.advance(1_000);
    assert.equal(clock.timers, 0);
  } finally {
    for (const client of clients) client.destroy();
    server.closeAllConnections();
    server.close();
  }
});
