import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startApiService } from '#guildhall/api/compose/start-api.js';
import { OPERATIONS } from '#guildhall/api/rest/operations.js';
import { readImageHeader } from '#guildhall/net/images/image.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { eventually, inTime } from '../../helpers/eventually.js';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { dataUri, jpeg } from '../support/jpeg.js';
import { withService } from '../support/test-service.js';
import { partHead, RawUpload, storedFiles } from '../support/upload.js';
import { makeWorld, useWorld } from '../support/world.js';

const used = useWorld();

interface RawReply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends bytes as they are and reads until the service closes the connection. */
function raw(bytes: string): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = connect(used.service.api.port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', ...body] = received.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head, body: body.join('\r\n\r\n') });
    });
  });
}

function get(target: string, headers: readonly string[] = []): Promise<RawReply> {
  const host = headers.some((header) => /^host:/i.test(header))
    ? []
    : [`Host: 127.0.0.1:${used.service.api.port}`];
  return raw([`GET ${target} HTTP/1.1`, ...host, ...headers, 'Connection: close', '', ''].join('\r\n'));
}

function errorOf({ body }: RawReply): { code: number; message: string } {
  return JSON.parse(body);
}

describe('The Host header', () => {
  const skip = oneNodeOnly('nodes have one public URL, and accept only its host');

  test('must be one of this machine’s own, exactly', { skip }, async () => {
    const { port } = used.service.api;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
      assert.equal((await get('/api/gateway', [`Host: ${host}`])).status, 200, host);
    }
    const foreign = [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `127.0.0.1:${port}.evil`,
      '',
      `user@127.0.0.1:${port}`,
    ];
    for (const host of foreign) {
      const reply = await get('/api/gateway', [`Host: ${host}`]);
      assert.equal(reply.status, 403, host);
      assert.equal(errorOf(reply).code, 0);
    }
  });

  test('counts for the gateway, too', async () => {
    const upgrade = [
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ];
    const reply = await raw(['GET /?v=6 HTTP/1.1', 'Host: evil.example', ...upgrade, '', ''].join('\r\n'));
    assert.equal(reply.status, 403);
  });
});

describe('Odd requests get an error in JSON', () => {
  const targets: [target: string, status: number][] = [
    ['/', 404],
    ['/api', 404],
    ['/api/', 404],
    ['/apis/gateway', 404],
    ['/api//gateway', 404],
    ['/api/gateway/', 404],
    ['/api/../gateway', 404],
    ['/api/%2e%2e/gateway', 404],
    ['/api/%', 400],
    ['/api/%zz/%ff', 400],
    ['/api/guilds/%00', 401],
    [`/api/guilds/${'9'.repeat(5000)}`, 414],
    ['/cdn/%zz', 400],
    [`/cdn/icons/1/${'a'.repeat(300)}`, 414],
    ['*', 400],
    ['http://evil.example/api/gateway', 400],
    ['/api/v5/gateway', 400],
    ['/api/v8/gateway', 400],
    ['/api/v0/nothing', 400],
    ['/api/v6/gateway', 200],
    ['/api/v7/gateway?x=1', 200],
  ];
  for (const [target, status] of targets) {
    test(`${target.slice(0, 40)}: ${status}`, async () => {
      const reply = await get(target);
      assert.equal(reply.status, status, reply.body);
      assert.match(reply.head, /content-type: application\/json/i);
      assert.equal(typeof JSON.parse(reply.body), 'object');
      if (/v[058]/.test(target)) assert.equal(errorOf(reply).code, 50041);
    });
  }

  test('what is not HTTP', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01',
      'GET /api HTTP/9.9\r\n\r\n',
    ]) {
      const reply = await raw(bytes);
      assert.equal(reply.status, 400);
      assert.equal(errorOf(reply).code, 0);
    }
  });

  test('headers beyond all measure', async () => {
    assert.ok([400, 431].includes((await get('/api/gateway', [`X: ${'x'.repeat(50_000)}`])).status));
  });

  test('an Authorization header of any shape', async () => {
    for (const value of [
      '',
      ' ',
      'Bot',
      'Bot ',
      'Bearer',
      'Basic eA==',
      '\u00ff',
      'Bot a b c',
      'x'.repeat(8000),
      '__proto__',
    ]) {
      const reply = await get('/api/users/@me', [`Authorization: ${value}`]);
      assert.equal(reply.status, 401, JSON.stringify(value.slice(0, 20)));
    }
  });
});

describe('Odd bodies get an error in JSON', () => {
  async function post(
    body: string | Buffer,
    type: string | null,
    authorization = used.world.bot,
  ): Promise<{ status: number; body: { code: number } }> {
    const response = await fetch(`${used.service.url}/channels/${used.world.text}/messages`, {
      method: 'POST',
      headers: { authorization, ...(type !== null && { 'content-type': type }) },
      body: new Blob([body]),
    });
    return { status: response.status, body: (await response.json()) as { code: number } };
  }

  const bodies: [title: string, body: string | Buffer, type: string | null, status: number][] = [
    ['invalid JSON', '{"content":', 'application/json', 400],
    ['JSON that is deeply nested', '['.repeat(60_000), 'application/json', 400],
    ['a number', '5', 'application/json', 400],
    ['null', 'null', 'application/json', 400],
    ['a field of every object', '{"__proto__":{"content":"x"}}', 'application/json', 400],
    ['bytes that are not text', Buffer.from([0xff, 0xfe]), 'application/json', 400],
    ['invalid UTF-8 in a string', Buffer.from('{"content":"\xff"}', 'latin1'), 'application/json', 400],
    ['a lone surrogate', '{"content":"\\ud83d"}', 'application/json', 400],
    ['a lone surrogate in a key', '{"content":"x","\\udc00":1}', 'application/json', 400],
    ['NUL', '{"content":"a\\u0000b"}', 'application/json', 400],
    ['another type', '<a/>', 'text/xml', 415],
    ['no type', 'hello', null, 415],
    ['an invalid type', '{}', 'x', 415],
    ['a form where JSON is due', 'content=x', 'application/x-www-form-urlencoded', 415],
    ['more than 64 KiB', JSON.stringify({ content: 'x'.repeat(65_536) }), 'application/json', 413],
    ['JSON of too many values', `[${'1,'.repeat(32_000)}1]`, 'application/json', 400],
  ];
  test('bodies are not parsed for callers without a valid token', async () => {
    for (const authorization of ['Bot unknown', '']) {
      assert.equal((await post('{"content":', 'application/json', authorization)).status, 401);
    }
  });

  test('an escaped pair of surrogates is text like any other', async () => {
    const response = await fetch(`${used.service.url}/channels/${used.world.text}/messages`, {
      method: 'POST',
      headers: { authorization: used.world.bot, 'content-type': 'application/json' },
      body: '{"content":"\\ud83d\\ude00"}',
    });
    assert.deepEqual(
      [response.status, ((await response.json()) as { content: string }).content],
      [200, '😀'],
    );
  });

  test('a form that is not UTF-8, has NUL or repeats a field', async () => {
    for (const [form, expected] of [
      ['grant_type=%ff', undefined],
      ['grant_type=a%00', undefined],
      ['grant_type=a&grant_type=b', 'invalid_request'],
    ] as const) {
      const response = await fetch(`${used.service.url}/oauth2/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form,
      });
      assert.equal(response.status, 400, form);
      assert.equal(((await response.json()) as { error?: string }).error, expected);
    }
  });

  for (const [title, body, type, status] of bodies) {
    test(`${title}: ${status}`, async () => {
      const reply = await post(body, type);
      assert.equal(reply.status, status);
      assert.equal(typeof reply.body.code, 'number');
    });
  }

  test('a repeated form field', async () => {
    const response = await fetch(`${used.service.url}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'client_id=1&client_id=2',
    });
    assert.equal(response.status, 400);
  });

  test('field names of every object in an invalid body', async () => {
    const overwrites = Array.from({ length: 3 }, () => ({ constructor: 1, __proto__: 2 }));
    const json = { name: 'room', permission_overwrites: overwrites };
    const reply = await used.service.request('POST', `/guilds/${used.world.guild}/channels`, {
      as: used.world.bot,
      json,
    });
    assert.deepEqual([reply.status, reply.body.code], [400, 50035]);
  });
});

describe('The body of a request', () => {
  const head = (line: string, ...headers: string[]): string =>
    [
      `${line} HTTP/1.1`,
      `Host: 127.0.0.1:${used.service.api.port}`,
      `Authorization: ${used.world.bot}`,
      'Content-Type: application/json',
      ...headers,
      '',
      '',
    ].join('\r\n');

  test('may arrive in pieces, with or without a length', async () => {
    const line = `PATCH /api/guilds/${used.world.guild}/members/@me/nick`;
    for (const [length, body] of [
      ['Content-Length: 15', '{"nick":"Joan"}'],
      ['Transfer-Encoding: chunked', '7\r\n{"nick"\r\n8\r\n:"Joan"}\r\n0\r\n\r\n'],
    ] as const) {
      const socket = connect(used.service.api.port, '127.0.0.1');
      const replied = once(socket, 'data');
      for (const part of [head(line, length), ...(body.match(/[\s\S]{1,4}/g) ?? [])]) {
        socket.write(part);
        await setImmediate();
      }
      assert.match(String((await replied)[0]), /^HTTP\/1.1 200 [\s\S]*"nick":"Joan"/);
      socket.destroy();
    }
  });

  test('of a DELETE is ignored, and refused after the reply if nothing declares it', async () => {
    for (const [replies, ...headers] of [
      ['204 ', 'Content-Length: 2', 'Connection: close'],
      ['204 400 '],
    ] as const) {
      const { id } = await used.service.ok('POST', `/channels/${used.world.text}/messages`, {
        as: used.world.bot,
        json: { content: 'hello' },
      });
      const reply = await raw(
        `${head(`DELETE /api/channels/${used.world.text}/messages/${id}`, ...headers)}{}`,
      );
      const statuses = `${reply.head}${reply.body}`.matchAll(/HTTP\/1\.1 (\d+ )/g);
      assert.equal([...statuses].map(([, status]) => status).join(''), replies);
    }
  });

  test('ends the connection if it is too long, however its length is sent', async () => {
    const line = `POST /api/guilds/${used.world.guild}/roles`;
    const long = await raw(head(line, 'Content-Length: 100000'));
    const chunked = await raw(
      `${head(line, 'Transfer-Encoding: chunked')}11000\r\n${'x'.repeat(0x11000)}\r\n`,
    );
    for (const reply of [long, chunked]) {
      assert.equal(reply.status, 413);
      assert.match(reply.head, /connection: close/i);
    }
  });

  test('is received to its end if it is too long, so that the client can read the reply', async () => {
    const body = Buffer.alloc(8 * 1024 * 1024, 'x');
    const socket = connect({ port: used.service.api.port, host: '127.0.0.1', allowHalfOpen: true });
    const replied = once(socket, 'data');
    socket.write(head(`POST /api/guilds/${used.world.guild}/roles`, `Content-Length: ${body.length}`));
    assert.match(String((await replied)[0]), /^HTTP\/1.1 413 /);
    // The connection is half open: an error, or that it was closed, rejects.
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).once('close', () => resolve());
      socket.end(body);
    });
    assert.equal(socket.bytesWritten > body.length, true);
  });

  test('is empty if its length is zero, however that is written', async () => {
    const line = `PATCH /api/guilds/${used.world.guild}`;
    for (const length of ['0', '00']) {
      const reply = raw(head(line, `Content-Length: ${length}`, 'Connection: close'));
      assert.equal((await inTime(reply, () => `no reply to length ${length}`)).status, 200);
    }
  });

  test('of a form may be as long as one of JSON', async () => {
    const post = (length: number) =>
      fetch(`${used.service.url}/oauth2/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `x=${'y'.repeat(length - 2)}`,
      });
    assert.equal((await post(65_536)).status, 401);
    assert.equal((await post(65_537)).status, 413);
  });

  test('is read before a later request of the same connection is answered', async () => {
    const path = `/api/guilds/${used.world.guild}/members/${used.world.member.id}`;
    const body = '{"nick":"first"}';
    const reply = await raw(
      `${head(`PATCH ${path}`, `Content-Length: ${body.length}`)}${body}${head(`GET ${path}`, 'Connection: close')}`,
    );
    assert.match(reply.head, /^HTTP\/1.1 204 /);
    assert.match(reply.body, /^HTTP\/1.1 200 [\s\S]*"nick":"first"/);
  });
});

describe('A page of another origin', () => {
  const HEADERS = {
    origin: 'http://evil.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization,content-type',
  };

  async function corsHeaders(method: string, path: string, headers: Record<string, string>) {
    const reply = await fetch(`${used.service.url}${path}`, { method, headers: { ...HEADERS, ...headers } });
    return {
      status: reply.status,
      allowed: [...reply.headers.keys()].filter((name) => /^access-control-/.test(name)),
    };
  }

  test('reaches no operation, not even to learn whether there is one', async () => {
    for (const { method, path } of OPERATIONS) {
      const address = path.replaceAll(/\{[^}]+\}/g, '1');
      for (const each of ['OPTIONS', method]) {
        const answer = await corsHeaders(each, address, {});
        assert.deepEqual(answer, { status: 403, allowed: [] }, `${each} ${address}`);
      }
    }
    assert.deepEqual(await corsHeaders('GET', '/nowhere', {}), { status: 403, allowed: [] });
  });

  test('is refused with a token, too, and at the authorization page', async () => {
    const { bot, guild } = used.world;
    const read = await corsHeaders('GET', `/guilds/${guild}`, { authorization: bot });
    assert.deepEqual(read, { status: 403, allowed: [] });
    const page = await corsHeaders('GET', '/oauth2/authorize', { accept: 'text/html' });
    assert.deepEqual(page, { status: 403, allowed: [] });
  });

  test('may read public images, without credentials', async () => {
    const avatar = dataUri(jpeg(128, 128));
    const as = used.world.member.token;
    const me = await used.service.ok('PATCH', '/users/@me', { as, json: { avatar } });
    const image = new URL(`/cdn/avatars/${me.id}/${me.avatar}.jpg`, used.service.url);
    const { status, headers } = await fetch(image, { headers: { origin: HEADERS.origin } });
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, '*']);
    assert.equal(headers.get('access-control-allow-credentials'), null);
  });

  test('may read five default avatars', async () => {
    const seen = new Set<string>();
    for (const number of [0, 1, 2, 3, 4]) {
      const reply = await fetch(new URL(`/cdn/embed/avatars/${number}.png`, used.service.url));
      const bytes = Buffer.from(await reply.arrayBuffer());
      assert.deepEqual(readImageHeader(bytes), { type: 'image/png', width: 128, height: 128 });
      assert.equal(reply.headers.get('content-type'), 'image/png');
      seen.add(bytes.toString('base64'));
    }
    assert.equal(seen.size, 5);
    for (const name of ['5.png', '0.gif', '00.png']) {
      const reply = await fetch(new URL(`/cdn/embed/avatars/${name}`, used.service.url));
      assert.equal(reply.status, 404, name);
    }
  });
});

test('the service refuses a chosen port that is in use', async () => {
  const { port } = used.service.api;
  const second = startApiService({
    openStore: (onError) => openStore(`${used.service.databasePath}.second`, onError),
    attachmentsPath: `${used.service.attachmentsPath}.second`,
    host: '127.0.0.1',
    peers: allowAnyPeer,
    port,
    log: silentLogger,
    clock: used.service.clock,
  });
  await assert.rejects(second, new RegExp(`^UserError: port ${port} is in use`));
});

test('stopping the service ends connections in the middle of a request', () =>
  withService(async (service) => {
    const world = await makeWorld(service);
    const before = await storedFiles(service);
    const upload = new RawUpload(service, world.text, world.member.token);
    await upload.send(`${partHead('file', 'a.bin')}x`);
    await eventually(async () => (await storedFiles(service)).length > before.length);
    const stopped = service.api.stop();
    // The client may continue for a while: its request could be finished.
    let isClosed = false;
    void upload.closed.then(() => {
      isClosed = true;
    });
    await eventually(async () => {
      await service.clock.advance(100);
      return isClosed;
    });
    await stopped;
  }));

describe('HEAD', () => {
  test('is answered wherever GET is, with the same headers and no body', async () => {
    const headers = { authorization: used.world.bot };
    const url = `${used.service.url}/guilds/${used.world.guild}`;
    const [got, head] = [await fetch(url, { headers }), await fetch(url, { method: 'HEAD', headers })];
    assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'application/json']);
    assert.equal(head.headers.get('content-length'), String((await got.arrayBuffer()).byteLength));
    assert.equal((await fetch(`${url}x`, { method: 'HEAD', headers })).status, 400);
    assert.equal((await fetch(`${used.service.url}/oauth2/token`, { method: 'HEAD' })).status, 405);
  });
});

test('each kind of response names how long its connection stays open', async () => {
  const { url } = used.service.api;
  for (const target of ['/gateway', '/users/@me', '/nothing']) {
    const { headers } = await fetch(`${url}${target}`);
    assert.equal(headers.get('keep-alive'), 'timeout=60', target);
  }
});
