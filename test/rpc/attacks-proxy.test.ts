import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ORIGIN } from '../helpers/mock-rpc.js';
import { bearer, withProxy } from './proxied-game.js';

/** The attacks of docs/threat-model.md, Threats; each test fails without its defence. */

const TARGETS = [
  // authorization, tokens, user management, the gateway (docs/rpc.md, Connecting)
  '/oauth2/authorize?client_id=100&scope=rpc&response_type=code',
  '/oauth2/token',
  '/oauth2/token/rpc',
  '/oauth2/token/revoke',
  '/oauth2/tokens',
  '/oauth2/@me',
  '/oauth2/applications/@me',
  '/gateway',
  '/gateway/bot',
  '/users/@me/connections',
  '/users/@me/channels',
  '/users/@me/settings',
  '/auth/login',
  // ways to say one of them that the shapes above are not
  '/api/oauth2/token',
  '/OAUTH2/token',
  '//oauth2/token',
  '/guilds//oauth2/token',
  '//evil.example/guilds',
  '/guilds/../oauth2/token',
  '/guilds/..%2foauth2/token',
  '/guilds/%2e%2e/oauth2/token',
  '/guilds/%2E./oauth2/token',
  '/guilds/.%2e%2foauth2%2ftoken',
  '/guilds/%252e%252e/oauth2/token',
  '/guilds/..;/oauth2/token',
  '/guilds/1/..',
  '/guilds/.',
  '/guilds\\..\\oauth2\\token',
  '/guilds/%5c..%5coauth2/token',
  '/guilds/%00/oauth2',
  '/%67uilds/1',
  '/./oauth2/token',
  '/guilds/1#/../../oauth2',
  '/guilds/1?a#b',
  '/users/@me/../../oauth2/token',
  '/users/%40%6de',
  '/users/1/../@me',
  '/channels/@me',
  // in the place of an emoji, which may have characters that no other segment has
  ...[
    '.',
    '..',
    '%2e',
    '%2e%2e',
    '.%2E',
    '%252e%252e',
    '%25F0%259F%2591%258D',
    '..%2f..%2foauth2%2ftoken',
    '%2F',
    '%5C',
    '%00',
    '%0d%0a',
    '%20',
    '%3F',
    '%3B',
    '%25',
    '%',
    '%F0%9F%91',
    '%ff',
    // overlong, in surrogates, of another width
    '%C0%AE%C0%AE',
    '%C0%AF',
    '%E0%80%AF',
    '%ED%A0%BD%ED%B1%8D',
    '%EF%BC%8E%EF%BC%8E',
    '%EF%BC%8F',
    '%E2%80%A5',
    '%E2%88%95',
    '%F0%9F%91%8D%2F..',
    '%F0%9F%91%8D%2e%2e',
    '%F0%9F%91%8D;',
    '%F0%9F%91%8D:1',
    '..:1',
    'name:',
    ':1',
    'name:1:2',
    'name:..',
    'name:1%2F..',
    '\u00a9',
    '',
  ].flatMap((emoji) =>
    [`/channels/1/messages/2/reactions/${emoji}`, `/channels/1/messages/2/reactions/${emoji}/@me`].slice(
      emoji === '' ? 1 : 0,
    ),
  ),
  '/channels/1/messages/2/reactions/%F0%9F%91%8D/..',
  '/channels/1/messages/2/reactions/%F0%9F%91%8D/%2e%2e',
  '/channels/1/messages/2/reactions/%F0%9F%91%8D/@me/..',
  '/channels/1/messages/2/reactions/%F0%9F%91%8D/@me/7',
  '/channels/1/messages/2/reactions/%F0%9F%91%8D//@me',
  '/channels/1/messages/2/reactions/%F0%9F%91%8D/',
  '/channels/1/messages/%F0%9F%91%8D',
  '/channels/%F0%9F%91%8D/messages/2/reactions/%F0%9F%91%8D',
  '/guilds/%F0%9F%91%8D',
  '/guilds/1/name:1',
  '/channels/../messages/2/reactions/%F0%9F%91%8D',
  '//evil.example/channels/1/messages/2/reactions/%F0%9F%91%8D',
  'http://evil.example/channels/1/messages/2/reactions/%F0%9F%91%8D',
  'http://evil.example/guilds/1',
  'http://127.0.0.1/api/guilds/1',
  'https://evil.example:443/guilds/1',
  'guilds/1',
  '*',
  '/',
  '/?/guilds/1',
  '/rpc',
];

test(
  'path tricks: no spelling of a path reaches authorization, tokens, accounts, the gateway or another server',
  withProxy(async ({ mock, raw, service, token }) => {
    for (const target of TARGETS) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        if (method === 'POST' && target === '/rpc') continue;
        const head = `Host: 127.0.0.1:${mock.port}\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`;
        const answer = await raw(`${method} ${target} HTTP/1.1\r\n${head}Content-Length: 0\r\n\r\n`);
        assert.match(answer, /^HTTP\/1\.1 40[04] /, `${method} ${target}`);
      }
    }
    assert.deepEqual(service.requests, []);
  }),
);

test(
  'methods: accounts can be read but not changed, and unknown methods are refused',
  withProxy(async ({ mock, raw, service, token }) => {
    for (const [method, path] of [
      ['PATCH', '/users/@me'],
      ['DELETE', '/users/@me/guilds'],
      ['DELETE', '/users/7'],
      ['POST', '/voice/regions'],
      ['TRACE', '/guilds/1'],
      ['HEAD', '/guilds/1'],
      ['PROPFIND', '/guilds/1'],
    ]) {
      const head = `Host: 127.0.0.1:${mock.port}\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`;
      assert.match(await raw(`${method} ${path} HTTP/1.1\r\n${head}\r\n`), /^HTTP\/1\.1 405 /, method);
    }
    const connect = `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:${mock.port}\r\n\r\n`;
    assert.doesNotMatch(await raw(connect), / 200 /);
    assert.deepEqual(service.requests, []);
  }),
);

test(
  'request smuggling: a body is never parsed as another request, for all methods and framings',
  withProxy(async ({ mock, raw, service, token }) => {
    const inner = `DELETE /api/oauth2/tokens/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`;
    const chunked = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
    const framings = [
      `Transfer-Encoding: chunked\r\n\r\n${chunked}`,
      `Content-Length: ${inner.length}\r\n\r\n${inner}`,
      `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
      `Transfer-Encoding: chunked, identity\r\n\r\n${chunked}`,
      `Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
      `Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
    ];
    for (const method of ['GET', 'DELETE', 'POST', 'PUT']) {
      for (const framing of framings) {
        const head = `${method} /guilds/1 HTTP/1.1\r\nHost: 127.0.0.1:${mock.port}\r\nConnection: close\r\n`;
        await raw(`${head}Authorization: Bearer ${token}\r\n${framing}`);
      }
    }
    assert.ok(service.requests.length > 0);
    for (const { method, url } of service.requests) {
      assert.equal(url, '/api/guilds/1', `${method} ${url} reached the service`);
    }
  }),
);

test(
  'request smuggling: a body whose framing is behind hundreds of headers is refused, or framed again',
  withProxy(async ({ call, mock, raw, service, token }) => {
    const inner = `DELETE /api/oauth2/tokens/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`;
    const framings = [
      `Content-Length: ${inner.length}\r\n\r\n${inner}`,
      `Transfer-Encoding: chunked\r\n\r\n${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`,
    ];
    for (const [method, status] of [
      ['GET', 400],
      ['DELETE', 200],
      ['POST', 200],
    ] as const) {
      for (const framing of framings) {
        const head = `${method} /guilds/1 HTTP/1.1\r\nHost: 127.0.0.1:${mock.port}\r\nConnection: close\r\n`;
        const hidden = 'a:\r\n'.repeat(250);
        const answer = await raw(`${head}Authorization: Bearer ${token}\r\n${hidden}${framing}`);
        assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), `${method} ${framing}`);
        // Another application's call, over the same connection to the service.
        assert.equal((await call('/guilds/2', { headers: bearer(token) })).status, 200);
      }
    }
    assert.deepEqual(
      service.requests.filter(({ url }) => url !== '/api/guilds/2').map(({ url, body }) => [url, body]),
      Array(4).fill(['/api/guilds/1', inner]),
    );
  }),
);

test(
  'an Origin behind hundreds of headers counts',
  withProxy(async ({ mock, raw, service, token }) => {
    const origin = (headers: number) => `${'a:\r\n'.repeat(headers)}Origin: https://evil.example\r\n`;
    const host = `Host: 127.0.0.1:${mock.port}\r\n`;
    const head = `GET /guilds/1 HTTP/1.1\r\n${host}Connection: close\r\nAuthorization: Bearer ${token}\r\n`;
    assert.match(await raw(`${head}${origin(250)}\r\n`), /^HTTP\/1\.1 403 /);
    assert.match(await raw(`${head}${origin(1_100)}\r\n`), /^HTTP\/1\.1 431 /);
    assert.deepEqual(service.requests, []);
  }),
);

test(
  'headers: cookies, Host, Origin, forwarding and hop-by-hop headers are not forwarded in either direction',
  withProxy(async ({ mock, raw, service, token }) => {
    const { host: upstreamHost } = new URL(service.url);
    const answer = await raw(
      [
        'GET /guilds/1 HTTP/1.1',
        `Host: localhost:${mock.port}`,
        'Connection: close, X-Hop',
        `Authorization: Bearer ${token}`,
        `Origin: ${ORIGIN}`,
        'Cookie: session=1',
        'X-Hop: 1',
        'X-Forwarded-For: 1.2.3.4',
        'X-Forwarded-Host: evil.example',
        'Forwarded: host=evil.example',
        'Proxy-Authorization: Basic x',
        'Referer: https://game.example/secret',
        'TE: trailers',
        'Keep-Alive: timeout=9',
        '\r\n',
      ].join('\r\n'),
    );
    assert.match(answer, /^HTTP\/1\.1 200 /);
    const [seen] = service.requests;
    assert.deepEqual(
      new Set(Object.keys(seen?.headers ?? {})),
      new Set(['authorization', 'connection', 'host']),
    );
    assert.equal(seen?.headers.host, upstreamHost);

    service.answer = (_request, response) => {
      response.writeHead(200, {
        'set-cookie': 'session=2',
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        'strict-transport-security': 'max-age=1',
        connection: 'keep-alive, x-hop',
        'x-hop': '1',
      });
      response.end('ok');
    };
    const shown = await fetch(`http://127.0.0.1:${mock.port}/guilds/1`, { headers: bearer(token) });
    for (const name of [
      'set-cookie',
      'access-control-allow-origin',
      'access-control-allow-credentials',
      'strict-transport-security',
      'x-hop',
    ]) {
      assert.equal(shown.headers.get(name), null, name);
    }
  }),
);

test(
  'CORS: no other origin gets a preflight, and none may read an answer even with a token it has stolen',
  withProxy(async ({ call, mock, service, token }) => {
    mock.client.granted.push({
      id: '2',
      application: {
        id: '200',
        name: 'Other',
        description: '',
        icon: null,
        rpc_origins: ['https://rpc-only.example'],
      },
      scopes: ['rpc'],
      created_at: '2018-01-01T00:00:00.000000+00:00',
    });
    for (const origin of [
      'https://evil.example',
      'null',
      `${ORIGIN}.evil.example`,
      'http://game.example',
      'https://rpc-only.example',
      '*',
    ]) {
      const preflight = await call('/users/@me', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET' },
      });
      const stolen = await call('/users/@me', { headers: { origin, ...bearer(token) } });
      const guessed = await call('/users/@me', { headers: { origin, ...bearer('guess') } });
      assert.deepEqual([preflight.status, stolen.status, guessed.status], [403, 403, 401], origin);
      for (const { headers } of [preflight, stolen, guessed]) {
        for (const [name] of headers) assert.doesNotMatch(name, /^access-control/, origin);
      }
    }
    assert.deepEqual(service.requests, []);
  }),
);

test(
  'CORS: no response allows all origins',
  withProxy(async ({ call, token }) => {
    for (const path of ['/', '/users/@me', '/oauth2/token', '/rpc']) {
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        for (const origin of [ORIGIN, 'https://evil.example']) {
          const headers = { origin, 'access-control-request-method': 'GET', ...bearer(token) };
          const response = await call(path, { method, headers });
          assert.notEqual(response.headers.get('access-control-allow-origin'), '*');
          assert.equal(response.headers.get('access-control-allow-credentials'), null);
        }
      }
    }
  }),
);

test(
  'an oversized request head is refused before it is parsed',
  withProxy(async ({ mock, raw, service, token }) => {
    const head = `GET /guilds/1 HTTP/1.1\r\nHost: 127.0.0.1:${mock.port}\r\nAuthorization: Bearer ${token}\r\n`;
    assert.match(await raw(`${head}X: ${'x'.repeat(20_000)}\r\n\r\n`), /^HTTP\/1\.1 4/);
    assert.deepEqual(service.requests, []);
  }),
);
