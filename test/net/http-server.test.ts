import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createHttpServer } from '#guildhall/net/http-server.js';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));

test('a server sees every header, however many are before it', async () => {
  const server = createHttpServer().on('request', ({ headers }, response) => {
    response.end(JSON.stringify([headers.origin, headers['content-length']]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const hidden = 'a:\r\n'.repeat(1_100);
    client.write(
      `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${hidden}Origin: y\r\nContent-Length: 0\r\n\r\n`,
    );
    assert.match(await text(client), /\r\n\r\n\["y","0"\]$/);
    const longer = connect((server.address() as AddressInfo).port, '127.0.0.1');
    longer.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'a:\r\n'.repeat(17_000)}\r\n`);
    assert.match(await text(longer), /^HTTP\/1\.1 431 /);
  } finally {
    server.close();
  }
});

test('every server is made by createHttpServer', () => {
  const makers = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) =>
      /\bcreateServer\b[^;]*from 'node:https?'/.test(readFileSync(join(SOURCES, name), 'utf8')),
    );
  assert.deepEqual(makers, [join('net', 'http-server.ts')]);
});
