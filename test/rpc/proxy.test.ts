import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { closeAfterReply } from '#guildhall/net/http/drop-rest.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { eventually } from '../helpers/eventually.js';
import { ORIGIN } from '../helpers/mock-rpc.js';
import { bearer, withProxy } from './proxied-game.js';

test(
  'a call is forwarded with its method, path, query, body and token, and the response is returned',
  withProxy(async ({ call, service, token }) => {
    service.answer = (request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        service.requests.push({ method, url, headers, body });
        response.writeHead(201, { 'content-type': 'application/json', 'x-ratelimit-limit': '5' });
        response.end('{"id":"7"}');
      });
    };
    const response = await call('/guilds/9/channels?a=1', {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json', 'x-audit-log-reason': 'why' },
      body: '{"name":"talk"}',
    });
    assert.equal(response.status, 201);
    assert.deepEqual(await response.json(), { id: '7' });
    assert.equal(response.headers.get('x-ratelimit-limit'), '5');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const [seen] = service.requests;
    assert.deepEqual(
      [seen?.method, seen?.url, seen?.body],
      ['POST', '/api/guilds/9/channels?a=1', '{"name":"talk"}'],
    );
    assert.equal(seen?.headers.authorization, `Bearer ${token}`);
    assert.equal(seen?.headers['x-audit-log-reason'], 'why');
  }),
);

test(
  'a call that is in progress when the server stops gets its response',
  withProxy(async ({ call, mock, service, token }) => {
    const arrived = new Deferred<ServerResponse>();
    service.answer = (_request, response) => arrived.resolve(response);
    const called = call('/users/@me', { headers: bearer(token) });
    const response = await arrived.promise;
    const stopped = mock.stop();
    // Once it listens no longer, it waits for what is in progress.
    await eventually(() =>
      fetch(`http://127.0.0.1:${mock.port}/`).then(
        () => false,
        () => true,
      ),
    );
    response.end('{"id":"7"}');
    assert.deepEqual(await (await called).json(), { id: '7' });
    await stopped;
  }),
);

test(
  'every kind of path that is proxied reaches the service, `@me` also where a client encoded it',
  withProxy(async ({ call, service, token }) => {
    const calls = [
      ['GET', '/users/@me'],
      ['GET', '/users/%40me/guilds?limit=1'],
      ['GET', '/users/7'],
      ['GET', '/voice/regions'],
      ['GET', '/guilds/1/vanity-url'],
      ['PUT', '/guilds/1/bans/2'],
      ['PATCH', '/guilds/1/members/@me/nick'],
      ['DELETE', '/channels/1/messages/2'],
    ] as const;
    for (const [method, path] of calls) {
      assert.equal((await call(path, { method, headers: bearer(token) })).status, 200, path);
    }
    assert.deepEqual(
      service.requests.map(({ method, url }) => [method, url]),
      calls.map(([method, path]) => [method, `/api${path.replace('%40', '@')}`]),
    );
  }),
);

test(
  'reactions reach the service with emojis of Unicode and of guilds, as clients encode them',
  withProxy(async ({ call, service, token }) => {
    const base = '/channels/1/messages/2/reactions';
    const emojis = ['👍', '👍🏽', '👨‍👩‍👧', '🇩🇪', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤️', '#️⃣', '*️⃣', '1️⃣', 'party_1:77'].map(
      encodeURIComponent,
    );
    const paths = [...emojis, 'party_1:77', '%f0%9f%91%8d'].flatMap((emoji) => [
      `${base}/${emoji}`,
      `${base}/${emoji}/@me`,
      `${base}/${emoji}/7?limit=1`,
    ]);
    for (const path of [...paths, base]) {
      assert.equal((await call(path, { method: 'DELETE', headers: bearer(token) })).status, 200, path);
    }
    await call(`${base}/${emojis[0]}/%40me`, { method: 'PUT', headers: bearer(token) });
    assert.deepEqual(
      service.requests.map(({ url }) => url),
      [...paths, base, `${base}/${emojis[0]}/@me`].map((path) => `/api${path}`),
    );
  }),
);

test(
  'a call without a valid token of scope rpc.api for the signed-in person is not forwarded',
  withProxy(async ({ call, mock, service }) => {
    const rows: [Record<string, string>, number, number, RegExp][] = [
      [{}, 401, 0, /^Bearer$/],
      [{ authorization: 'Bot token-rpc-rpc.api' }, 401, 0, /^Bearer$/],
      [{ authorization: 'token-rpc-rpc.api' }, 401, 0, /^Bearer$/],
      [bearer('guessed'), 401, 0, /invalid_token/],
      [bearer(mock.grant(['rpc.api'], { token: 'of-another-person', userId: '2' })), 401, 0, /invalid_token/],
      [bearer(mock.grant(['rpc', 'identify'])), 403, 50001, /insufficient_scope/],
    ];
    for (const [headers, status, code, challenge] of rows) {
      const response = await call('/users/@me/guilds', { headers });
      assert.equal(response.status, status, JSON.stringify(headers));
      assert.match(response.headers.get('www-authenticate') ?? '', challenge);
      assert.equal(((await response.json()) as { code: number }).code, code);
    }
    assert.deepEqual(service.requests, []);
  }),
);

test(
  'bodies are streamed in both directions',
  withProxy(async ({ mock, service, token }) => {
    const seen: string[] = [];
    service.answer = (request, response) => {
      response.writeHead(200);
      request.on('data', (chunk) => {
        seen.push(String(chunk));
        response.write(`got ${String(chunk)}`);
      });
      request.on('end', () => response.end('done'));
    };
    const call = httpRequest({
      port: mock.port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/guilds/1/x',
      headers: bearer(token),
    });
    let received = '';
    call.on('response', (response) =>
      response.on('data', (chunk) => {
        received += String(chunk);
      }),
    );
    call.write('one');
    await eventually(() => received === 'got one');
    call.end('two');
    await eventually(() => received === 'got onegot twodone');
    assert.deepEqual(seen, ['one', 'two']);
  }),
);

test(
  'a service that breaks off or is unreachable is distinguished from one that refuses',
  withProxy(async ({ call, service, token }) => {
    service.answer = (request) => request.socket.destroy();
    const upload = { method: 'POST', headers: bearer(token), body: 'x'.repeat(100_000) };
    for (const init of [{ headers: bearer(token) }, upload]) {
      const response = await call('/guilds/1', init);
      assert.equal(response.status, 502);
      assert.deepEqual(await response.json(), { code: 0, message: 'The service cannot be reached' });
    }
    service.answer = (_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"code":10004,"message":"Unknown Guild"}');
    };
    assert.equal((await call('/guilds/1', { headers: bearer(token) })).status, 404);
  }),
);

test(
  'one call more at once than allowed is answered with 503, and disconnecting ends a call',
  withProxy(
    async ({ call, service, token }) => {
      let reached = false;
      let ended = false;
      service.answer = (request) => {
        reached = true;
        request.on('close', () => {
          ended = true;
        });
      };
      const leaving = new AbortController();
      const waiting = call('/guilds/1', { headers: bearer(token), signal: leaving.signal });
      await eventually(() => reached);
      assert.equal((await call('/guilds/2', { headers: bearer(token) })).status, 503);
      leaving.abort();
      await assert.rejects(waiting);
      await eventually(() => ended);
      service.answer = null;
      await eventually(async () => (await call('/guilds/2', { headers: bearer(token) })).status === 200);
    },
    { limits: { proxiedRequests: 1 } },
  ),
);

test(
  'a page of a registered origin gets its preflight and may read answers and refusals',
  withProxy(async ({ call, token }) => {
    const preflight = await call('/users/@me/guilds', {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
        'access-control-request-private-network': 'true',
      },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), ORIGIN);
    assert.equal(preflight.headers.get('access-control-allow-methods'), 'GET');
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /authorization/);
    assert.equal(preflight.headers.get('access-control-allow-private-network'), 'true');
    for (const [authorization, status] of [
      [token, 200],
      ['void', 401],
    ] as const) {
      const response = await call('/users/@me', { headers: { origin: ORIGIN, ...bearer(authorization) } });
      assert.equal(response.status, status);
      assert.equal(response.headers.get('access-control-allow-origin'), ORIGIN);
      assert.match(response.headers.get('vary') ?? '', /Origin/);
    }
  }),
);

test(
  'a response with a status that HTTP does not define is answered with 502',
  withProxy(async ({ call, service, token }) => {
    for (const status of ['099', '600', '999']) {
      service.answer = (request) => request.socket.end(`HTTP/1.1 ${status} ?\r\nContent-Length: 0\r\n\r\n`);
      const response = await call('/guilds/1', { headers: bearer(token) });
      assert.equal(response.status, 502, status);
    }
  }),
);

test(
  'a reply that comes before the end of a body is returned, and the rest of the body is received',
  withProxy(async ({ mock, service, token }) => {
    service.answer = (_, response) => {
      response.writeHead(413, { connection: 'close', 'content-length': 2 }).write('{}');
      closeAfterReply(response);
    };
    const length = 4 * 1024 * 1024;
    const lines = (...own: string[]) =>
      [...own, `Host: 127.0.0.1:${mock.port}`, `Authorization: Bearer ${token}`, '', ''].join('\r\n');
    const socket = connect(mock.port, '127.0.0.1');
    const replied = once(socket, 'data');
    socket.write(lines('POST /guilds/1/channels HTTP/1.1', `Content-Length: ${2 * length}`));
    socket.write(Buffer.alloc(length, 'x'));
    assert.match(String((await replied)[0]), /^HTTP\/1\.1 413 /);
    service.answer = null;
    socket.write(Buffer.alloc(length, 'x'));
    socket.write(lines('GET /guilds/1 HTTP/1.1', 'Connection: close'));
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    assert.match(received, /HTTP\/1\.1 200 /);
  }),
);
