import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { createHttpServer, findHeadFault } from '#guildhall/net/http/http-server.js';
import { missingPrograms } from '../../hardware/support/programs.js';
import { Certificate } from '../../helpers/certificate.js';
import { eventually, inTime } from '../../helpers/eventually.js';

const SOURCES = fileURLToPath(new URL('../../../src/', import.meta.url));

test('a server reads every header, or finds that there are too many', async () => {
  const server = createHttpServer().on('request', (request, response) => {
    const { origin, 'content-length': length } = request.headers;
    response.end(JSON.stringify(findHeadFault(request) ?? [origin, length]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const send = (headers: number): Promise<string> => {
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      const head = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'a:\r\n'.repeat(headers - 4)}`;
      client.write(`${head}Origin: y\r\nContent-Length: 0\r\n\r\n`);
      return text(client);
    };
    assert.match(await send(256), /\r\n\r\n\["y","0"\]$/);
    for (const headers of [257, 300, 1_100]) assert.match(await send(headers), /\r\n\r\n431$/);
    assert.match(await send(17_000), /^HTTP\/1\.1 431 /);
  } finally {
    server.close();
  }
});

for (const isTls of [false, true]) {
  const skip = isTls && missingPrograms(['openssl']);
  describe(`A client that closes its half of a connection${isTls ? ' with TLS' : ''}`, { skip }, () => {
    let tls: Certificate | null = null;
    before(async () => {
      if (isTls) tls = await Certificate.create('127.0.0.1');
    });
    after(() => tls?.remove());

    /** Sends a text and closes that half. @returns what the server sends until it closes the other half */
    async function send(sent: string, listener: RequestListener): Promise<string> {
      const server = createHttpServer({ tls }).on('request', listener);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      try {
        const { port } = server.address() as AddressInfo;
        const target = { port, host: '127.0.0.1', allowHalfOpen: true, rejectUnauthorized: false };
        const client = tls ? connectTls(target) : connect(target);
        if (tls) await once(client, 'secureConnect');
        client.end(sent);
        return await inTime(text(client), () => 'the server does not close the connection');
      } finally {
        server.close();
      }
    }
    /** Waits until the server has received that end. */
    const untilEnd = (socket: Socket) => (socket.readableEnded ? setImmediate() : once(socket, 'end'));
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

    test('receives the replies to all of its requests', async () => {
      const received = await send(`${request('/1')}${request('/2')}`, async ({ socket, url }, response) => {
        await untilEnd(socket);
        await setImmediate();
        response.write(`reply `);
        await setImmediate();
        response.end(`to ${url}`);
      });
      const bodies = [...received.matchAll(/reply |to \/\d/g)].map(([part]) => part);
      assert.deepEqual(bodies, ['reply ', 'to /1', 'reply ', 'to /2']);
    });

    test('is disconnected after some seconds without receiving data', async () => {
      const limits: unknown[] = [];
      await send(request('/'), async ({ socket }, response) => {
        await untilEnd(socket);
        limits.push(socket.timeout);
        response.end();
      });
      assert.deepEqual(limits, [5_000]);
    });

    test('after half a request gets 400', async () => {
      const received = await send('GET / HTTP/1.1\r\nHo', () => assert.fail());
      assert.match(received, /^HTTP\/1\.1 400 /);
    });

    test('without a request is disconnected', async () => {
      assert.equal(await send('', () => assert.fail()), '');
    });
  });
}

test('a request with an unknown expectation is one like any other', async () => {
  const server = createHttpServer().on('request', ({ headers }, response) => response.end(headers.expect));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.end('GET / HTTP/1.1\r\nHost: x\r\nExpect: everything\r\nConnection: close\r\n\r\n');
  assert.match(await text(client), /^HTTP\/1\.1 200 OK\r\n.*everything$/s);
  server.close();
});

test('100 Continue and the reply after it follow the replies to earlier requests', async () => {
  const server = createHttpServer().on('request', (request, response) => {
    // The first reply is complete only once the second one waits for it.
    if (request.method === 'GET') server.once('request', () => response.end('first'));
    else if (request.headers['content-length'] === '0') response.end(Buffer.from('second'));
    else request.on('data', (chunk: Buffer) => response.end(chunk));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  /** @returns the first line of each head, after the end of the body before it */
  async function send(body: string): Promise<(string | undefined)[]> {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nPOST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n');
    client.write(`Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`);
    let received = '';
    client.on('data', (chunk) => {
      received += chunk;
      if (received.endsWith('Continue\r\n\r\n')) client.write(body);
    });
    await inTime(once(client, 'close'), () => received);
    return received.split('\r\n\r\n').map((part) => part.split('\r\n')[0]);
  }
  try {
    const ok = 'HTTP/1.1 200 OK';
    assert.deepEqual(await send(''), [ok, `first${ok}`, 'second']);
    assert.deepEqual(await send('body'), [ok, 'firstHTTP/1.1 100 Continue', ok, 'body']);
  } finally {
    server.close();
  }
});

test('every server is created by createHttpServer', () => {
  const makers = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) =>
      /\bcreateServer\b[^;]*from 'node:https?'/.test(readFileSync(join(SOURCES, name), 'utf8')),
    );
  assert.deepEqual(makers, [join('net', 'http', 'http-server.ts')]);
});

test('bodies that nobody reads count with their pieces, and those that are read do not', async () => {
  const arrived: string[] = [];
  const server = createHttpServer().on('request', (request, response) => {
    arrived.push(request.url ?? '');
    if (request.url === '/read') request.on('data', () => {}).on('end', () => response.end('ok'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const clients: Socket[] = [];
  /** Pieces of a byte each, which take 512 times as much. */
  const send = (path: string): Socket => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    client.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
    client.write('1\r\nx\r\n'.repeat(8_000));
    clients.push(client);
    return client;
  };
  try {
    const first = send('/unread');
    await eventually(() => arrived.length === 1);
    for (let count = 0; count < 20; count += 1) {
      const read = send('/read');
      read.write('0\r\n\r\n');
      await once(read, 'data');
    }
    assert.equal(first.closed, false);
    for (let count = 0; count < 20; count += 1) send('/unread');
    await eventually(() => first.closed);
    await eventually(() => arrived.length === 41);
    assert.ok(clients.filter(({ closed }) => !closed).length >= 30);
  } finally {
    for (const client of clients) client.destroy();
    server.closeAllConnections();
    server.close();
  }
});
