import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { test } from 'node:test';
import { awaitResponse } from '#guildhall/net/http/http-response.js';
import { inTime } from '../../helpers/eventually.js';

/** Sends a request to a server that does this once the request has arrived. */
async function ask(answer: (socket: Socket) => void) {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  const accepted = once(server, 'connection').then(([socket]) => socket as Socket);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response: Promise<IncomingMessage> = awaitResponse(request({ port, host: '127.0.0.1' }).end());
  response.catch(() => {}).finally(() => server.close());
  return { response, socket: await accepted };
}

test('a response resolves with its head', async () => {
  const { response } = await ask((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  const { statusCode } = (await inTime(response, () => 'the request did not end')).resume();
  assert.equal(statusCode, 204);
});

test('an unexpected protocol upgrade is an error and closes the connection', async () => {
  const { response, socket } = await ask((connection) =>
    connection.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  );
  await assert.rejects(
    inTime(response, () => 'the request did not end'),
    { name: 'NoResponseError', message: /another protocol/ },
  );
  if (!socket.destroyed) await inTime(once(socket, 'close'), () => 'the connection is open');
});

test('a connection that ends without a response is an error', async () => {
  const { response } = await ask((socket) => socket.end());
  await assert.rejects(
    inTime(response, () => 'the request did not end'),
    { code: 'ECONNRESET' },
  );
});
