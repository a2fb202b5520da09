import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { endWithText } from '#guildhall/net/http/http-reply.js';
import { createHttpServer } from '#guildhall/net/http/http-server.js';
import { eventually, inTime } from '../../helpers/eventually.js';

const MIB = 1024 * 1024;

test('texts of any length are sent whole, in the order of their requests', async () => {
  const lengths = [1, 100_000, 4 * MIB, 20_000, 0, 7];
  let answered = 0;
  const server = createHttpServer().on('request', ({ url }, response) => {
    const length = Number(url?.slice(1));
    response.writeHead(200, ['content-length', String(length)]);
    endWithText(response, 'é'.repeat(length));
    answered += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const get = (length: number, more = '') => `GET /${length} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  client.write(`${lengths.map((length) => get(length)).join('')}${get(3, 'Connection: close\r\n')}`);
  await eventually(() => answered > 2);
  client.setEncoding('latin1');
  const received = await inTime(text(client), () => 'the replies do not end');
  const bodies = received.split(/HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n/s).slice(1);
  assert.deepEqual(
    bodies.map(({ length }) => length),
    [...lengths, 3],
  );
  assert.match(bodies.join(''), /^é*$/);
  server.close();
});
