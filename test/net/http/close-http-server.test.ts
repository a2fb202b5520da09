import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { closeHttpServer } from '#guildhall/net/http/close-http-server.js';
import { eventually, inTime } from '../../helpers/eventually.js';

test('closing an HTTP server ends connections in every state of a request', async () => {
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    if (request.url !== '/unanswered') response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = [
    '',
    'GET / HT',
    'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /unanswered HTTP/1.1\r\nHost: x\r\n\r\n',
  ];
  const clients = sent.map((text) => {
    const socket = connect(port, '127.0.0.1');
    socket.resume().on('error', () => {});
    socket.write(text);
    return socket;
  });
  await eventually(
    () =>
      new Promise<boolean>((resolve) => server.getConnections((_, count) => resolve(count === sent.length))),
  );
  // Not `once`: some are reset, which is an error of the socket as well.
  const ended = clients.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  await inTime(closeHttpServer(server), () => 'the server waits for a connection');
  await inTime(Promise.all(ended), () => 'a connection is open');
});

test('closing an HTTP server before it listens does nothing', () =>
  inTime(closeHttpServer(createServer()), () => 'the server waits'));
