import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { announceClose, finishHttpServer } from '#guildhall/net/finish-http-server.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { inTime } from '../helpers/eventually.js';

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

test('requests that are under way are answered before a server ends', async () => {
  const agent = new Agent({ keepAlive: true });
  const server = createServer({ keepAliveTimeout: LONG });
  const port = await listen(server);
  const reply = send(port, agent);
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const finished = finishHttpServer(server, systemClock, LONG);
  await assert.rejects(send(port, new Agent()), { code: 'ECONNREFUSED' });
  response.end('late');
  assert.equal((await reply).statusCode, 200);
  await inTime(finished, () => 'the server waits for its idle connection');
  agent.destroy();
});

test('a request that takes too long is cut off', async () => {
  const server = createServer(() => {});
  const port = await listen(server);
  const reply = assert.rejects(send(port, new Agent()), { code: 'ECONNRESET' });
  await once(server, 'request');
  await inTime(finishHttpServer(server, systemClock, 20), () => 'the server waits');
  await reply;
});

test('once its end is announced, a server ends each connection with its reply', async () => {
  const agent = new Agent({ keepAlive: true });
  const server = createServer({ keepAliveTimeout: LONG }, (_request, response) => void response.end('x'));
  const port = await listen(server);
  assert.equal((await send(port, agent)).headers.connection, 'keep-alive');
  announceClose(server);
  assert.equal((await send(port, agent)).headers.connection, 'close');
  agent.destroy();
  await finishHttpServer(server, systemClock, LONG);
});
