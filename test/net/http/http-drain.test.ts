import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { HttpDrain } from '#guildhall/net/http/http-drain.js';
import { createHttpServer } from '#guildhall/net/http/http-server.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { eventually, inTime } from '../../helpers/eventually.js';

/** Longer than any test waits. */
const LONG = 600_000;

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A request over a connection that is kept alive. */
function send(port: number, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response));
    }).once('error', reject);
  });
}

test('requests in progress are answered before a server ends', async () => {
  const agent = new Agent({ keepAlive: true });
  const server = createHttpServer();
  server.keepAliveTimeout = LONG;
  const drain = new HttpDrain(server);
  const port = await listen(server);
  const reply = send(port, agent);
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const finished = drain.finish(new ManualClock(), 1);
  await assert.rejects(send(port, new Agent()), { code: 'ECONNREFUSED' });
  response.end('late');
  assert.equal((await reply).statusCode, 200);
  await inTime(finished, () => 'the server waits for its idle connection');
  agent.destroy();
});

test('pipelined requests are all answered before a server ends, in whichever order they finish', async () => {
  const held: ServerResponse[] = [];
  const server = createHttpServer().on('request', (_request, response) => held.push(response));
  const drain = new HttpDrain(server);
  const client = connect(await listen(server), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(8));
  await eventually(() => held.length === 8);
  const received = text(client);
  const finished = drain.finish(new ManualClock(), 1);
  for (const response of held.reverse()) response.end('ok');
  await inTime(finished, () => 'the server waits');
  assert.equal((await received).match(/HTTP\/1\.1 200/g)?.length, 8);
});

test('a reply that is still read is not cut off when another one ends', async () => {
  const bytes = 8 * 1024 * 1024;
  const held: ServerResponse[] = [];
  let isAsked = false;
  const server = createHttpServer().on('request', ({ url }, response) => {
    if (url === '/large') {
      isAsked = true;
      response.end(Buffer.alloc(bytes));
    } else held.push(response);
  });
  const drain = new HttpDrain(server);
  const port = await listen(server);
  const reader = connect(port, '127.0.0.1').pause();
  reader.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  const other = send(port, new Agent());
  await eventually(() => isAsked && held.length === 1);
  const closed = once(reader, 'close');
  const finished = drain.finish(new ManualClock(), 1);
  held[0]?.end();
  await other;
  let received = 0;
  reader.on('data', ({ length }: Buffer) => (received += length)).resume();
  await inTime(finished, () => 'the server waits');
  await closed;
  assert.ok(received > bytes, `${received} bytes`);
});

test('a request that exceeds the drain time is aborted', async () => {
  const server = createHttpServer();
  const drain = new HttpDrain(server);
  const port = await listen(server);
  const reply = assert.rejects(send(port, new Agent()), { code: 'ECONNRESET' });
  await once(server, 'request');
  const clock = new ManualClock();
  let isOver = false;
  const finished = drain.finish(clock, 20).finally(() => {
    isOver = true;
  });
  await clock.advance(19);
  assert.ok(!isOver);
  await clock.advance(1);
  await inTime(finished, () => 'the server waits');
  await reply;
});

test('pipelined requests of a disconnected client do not delay shutdown', async () => {
  let handled = 0;
  const server = createHttpServer().on('request', () => {
    handled += 1;
  });
  const drain = new HttpDrain(server);
  const port = await listen(server);
  const client = connect(port, '127.0.0.1').on('error', () => {});
  const [accepted] = (await once(server, 'connection')) as [Socket];
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
  await eventually(() => handled === 3);
  client.resetAndDestroy();
  await eventually(() => accepted.closed);
  await inTime(drain.finish(new ManualClock(), 1), () => 'the server waits for requests of nobody');
});

test('connections without a pending request are closed at once', async () => {
  const server = createHttpServer().on('request', (_request, response) => void response.writeHead(413).end());
  const drain = new HttpDrain(server);
  const port = await listen(server);
  const sockets = ['', 'GET / HT', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx'].map((sent) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(sent);
    return socket.on('error', () => {});
  });
  await once(sockets[2] as Socket, 'data');
  await inTime(drain.finish(new ManualClock(), 1), () => 'the server waits');
  for (const socket of sockets) socket.destroy();
});

test('a draining server closes each connection after its reply', async () => {
  const agent = new Agent({ keepAlive: true });
  const server = createHttpServer().on('request', (_request, response) => void response.end('x'));
  server.keepAliveTimeout = LONG;
  const drain = new HttpDrain(server);
  const port = await listen(server);
  assert.equal((await send(port, agent)).headers.connection, 'keep-alive');
  drain.announce();
  assert.equal((await send(port, agent)).headers.connection, 'close');
  agent.destroy();
  await drain.finish(new ManualClock(), 1);
});

test('an idle connection is told once to end, however many replies are sent meanwhile', async () => {
  const held: ServerResponse[] = [];
  const server = createHttpServer().on('request', (_request, response) => held.push(response));
  const port = await listen(server);
  const [idle, busy] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  idle.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await eventually(() => held.length === 1);
  const [response] = held as [ServerResponse];
  const { socket } = response.req;
  response.end();
  await once(idle, 'data');
  busy.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4));
  await eventually(() => held.length === 5);
  let calls = 0;
  socket.destroySoon = () => (calls += 1);
  const finished = new HttpDrain(server).finish(new ManualClock(), 1);
  for (const each of held.slice(1)) each.end();
  await inTime(finished, () => 'the server waits');
  assert.equal(calls, 1);
  for (const client of [idle, busy]) client.destroy();
});
