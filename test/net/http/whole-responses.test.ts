import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, mock, test } from 'node:test';
import { toHeaderLines } from '#guildhall/net/http/header-lines.js';
import { WholeResponses } from '#guildhall/net/http/whole-responses.js';
import { systemClock } from '#guildhall/platform/clock.js';

const KEEP_ALIVE_TIMEOUT = 60_000;
const BODY = Buffer.from('{"name":"Grüße 🦉"}').toString('latin1');
const HEADERS = { 'x-ratelimit-limit': '5', 'content-type': 'application/json', 'content-length': '22' };
const LINES = toHeaderLines(HEADERS);

const responses = new WholeResponses(systemClock, KEEP_ALIVE_TIMEOUT);

const sendWhole: RequestListener = (_request, response) => responses.send(response, 201, LINES, BODY);
const sendByNode: RequestListener = (_request, response) =>
  response.writeHead(201, HEADERS).end(BODY, 'latin1');

interface Exchange {
  readonly received: string;
  /** how often the server wrote to the connection */
  readonly writes: number;
}

/** Sends bytes to a server and reads until the connection ends. */
async function exchange(listener: RequestListener, bytes: string): Promise<Exchange> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT }, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const connected = once(server, 'connection');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.setEncoding('latin1');
    const [accepted] = (await connected) as [Socket];
    const write = mock.method(accepted, 'write');
    socket.end(bytes);
    const received = await text(socket);
    return { received: received.replaceAll(/Date: .*? GMT/g, 'Date: now'), writes: write.mock.callCount() };
  } finally {
    server.close();
  }
}

const HOST = 'Host: 127.0.0.1';
const REQUESTS: Readonly<Record<string, string>> = {
  'a request': `GET / HTTP/1.1\r\n${HOST}\r\n\r\n`,
  'the last request of a connection': `GET / HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`,
  HEAD: `HEAD / HTTP/1.1\r\n${HOST}\r\n\r\n`,
  'HTTP/1.0': 'GET / HTTP/1.0\r\n\r\n',
  'HTTP/1.0 with keep-alive': 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
  'a request that expects to be continued': `POST / HTTP/1.1\r\n${HOST}\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
};

describe('A whole response has the same bytes as one that Node.js writes', () => {
  for (const [name, request] of Object.entries(REQUESTS)) {
    test(`to ${name}`, async () => {
      const whole = await exchange(sendWhole, request);
      assert.match(whole.received, /HTTP\/1\.1 201 Created\r\n.*Date: now\r\n/s);
      assert.equal(whole.received, (await exchange(sendByNode, request)).received);
    });
  }
});

test('a complete response is one write', async () => {
  const { writes } = await exchange(sendWhole, `GET / HTTP/1.1\r\n${HOST}\r\n\r\n`);
  assert.equal(writes, 1);
});

test('complete responses to pipelined requests keep their order', async () => {
  const waiting: (() => void)[] = [];
  const answerInReverse: RequestListener = ({ url = '' }, response) => {
    const headers = toHeaderLines({ 'content-length': String(url.length) });
    waiting.unshift(() => responses.send(response, 200, headers, url));
    if (waiting.length === 3) for (const answer of waiting) answer();
  };
  const requests = ['/one', '/two', '/three'].map((url) => `GET ${url} HTTP/1.1\r\n${HOST}\r\n\r\n`);
  const { received } = await exchange(answerInReverse, requests.join(''));
  const bodies = [...received.matchAll(/\r\n\r\n(\/[a-z]+)/g)].map(([, body]) => body);
  assert.deepEqual(bodies, ['/one', '/two', '/three']);
});

test('the Date header of a response uses the clock', async () => {
  const clock = { now: () => Date.UTC(2020, 1, 29, 12, 34, 56, 789) };
  const dated = new WholeResponses(clock, KEEP_ALIVE_TIMEOUT);
  const server = createServer((_request, response) => dated.send(response, 204, '', ''));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  assert.equal(headers.get('date'), 'Sat, 29 Feb 2020 12:34:56 GMT');
  server.closeAllConnections();
  server.close();
});
