import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { ServiceError } from '#guildhall/client/service-error.js';
import { APPLICATION, type MockRpc, ORIGIN, withMockRpc } from '../helpers/mock-rpc.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { bearer, withProxy } from './proxied-game.js';

/** The attacks of rpc-facts.md, Threats, on WebSockets and tokens; each test fails without its defence. */

const UPGRADE = [
  `Origin: ${ORIGIN}`,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
].join('\r\n');

test(
  'DNS rebinding: a page whose name was made to point here gets nothing by any door',
  withProxy(async ({ mock, raw, service, token }) => {
    for (const host of [
      `evil.example:${mock.port}`,
      `127.0.0.1.evil.example:${mock.port}`,
      '127.0.0.1:1@evil.example',
    ]) {
      const end = `Host: ${host}\r\nConnection: close\r\n`;
      const doors = [
        `GET / HTTP/1.1\r\n${end}\r\n`,
        `GET /users/@me HTTP/1.1\r\n${end}Authorization: Bearer ${token}\r\n\r\n`,
        `OPTIONS /users/@me HTTP/1.1\r\n${end}Origin: ${ORIGIN}\r\nAccess-Control-Request-Method: GET\r\n\r\n`,
        `POST /rpc?v=1&client_id=100 HTTP/1.1\r\n${end}Content-Length: 2\r\n\r\n{}`,
        `GET /?v=1&client_id=100 HTTP/1.1\r\nHost: ${host}\r\n${UPGRADE}\r\n\r\n`,
      ];
      for (const door of doors) assert.match(await raw(door), /^HTTP\/1\.1 403 /, door);
    }
    assert.deepEqual(service.requests, []);
    assert.match(
      await raw(
        `GET /users/@me HTTP/1.1\r\nHost: 127.0.0.1:${mock.port}\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      ),
      /^HTTP\/1\.1 200 /,
    );
  }),
);

test(
  'a malformed Host or Origin harms nobody',
  withMockRpc(async (mock) => {
    for (const junk of ['http://[::', 'http://%', '\x80\xff', 'a'.repeat(15_000), '//', 'null null']) {
      const socket = connect(mock.port, '127.0.0.1');
      const head = `GET /?v=1&client_id=100 HTTP/1.1\r\nHost: ${junk}\r\n${UPGRADE.replace(ORIGIN, junk)}\r\n\r\n`;
      socket.end(Buffer.from(head, 'latin1'));
      let answer = '';
      for await (const chunk of socket) answer += String(chunk);
      assert.match(answer, /^HTTP\/1\.1 4\d\d /);
      const client = await RawRpcClient.open({
        port: mock.port,
        clientId: '100',
        origin: junk.replaceAll(/[\x80-\xff]/g, 'x'),
      });
      assert.equal((await client.closed).code, 4001);
    }
    await (await mock.connect()).close();
  }),
);

for (const origin of ['https://evil.example', 'null', `${ORIGIN}:443`, `${ORIGIN}/`, 'file://']) {
  test(
    `cross-site WebSocket: a page of the origin ${origin} is closed with 4001 before it hears a word`,
    withMockRpc(async (mock) => {
      const client = await RawRpcClient.open({ port: mock.port, clientId: APPLICATION.id, origin });
      client.send({ cmd: 'AUTHENTICATE', args: { access_token: mock.grant(['rpc']) }, nonce: '1' });
      assert.equal((await client.closed).code, 4001);
      assert.deepEqual(client.frames, []);
    }),
  );
}

test(
  'Origin null is an origin that nobody has, also where programs without an Origin are let in',
  withMockRpc(
    async (mock) => {
      const client = await RawRpcClient.open({ port: mock.port, clientId: APPLICATION.id, origin: 'null' });
      assert.equal((await client.closed).code, 4001);
    },
    { allowMissingOrigin: true },
  ),
);

test(
  'guessed tokens: AUTHENTICATE, AUTHORIZE and the proxy use up one budget, and then no token is tried any more',
  withProxy(
    async ({ call, mock }) => {
      const tried: string[] = [];
      const authorization = mock.client.authorization.bind(mock.client);
      mock.client.authorization = (token) => {
        tried.push(token);
        return authorization(token);
      };
      const refusal = new ServiceError('Invalid', 400, 0, { error: 'invalid_grant', description: 'unknown' });
      const args = (rpc_token: string) => ({ client_id: '100', scopes: ['rpc'], rpc_token });

      const first = await mock.connect();
      for (let guess = 0; guess < 2; guess += 1) {
        const { data } = await first.request('AUTHENTICATE', { access_token: `guess-${guess}` });
        assert.equal(data?.code, 4009);
      }
      mock.client.refusal = refusal;
      for (let guess = 2; guess < 4; guess += 1) {
        assert.equal((await first.request('AUTHORIZE', args(`guess-${guess}`))).data?.code, 5000);
      }
      for (let guess = 4; guess < 6; guess += 1) {
        assert.equal((await call('/users/@me', { headers: bearer(`guess-${guess}`) })).status, 401);
      }
      const triedBefore = tried.length;

      const limited = await call('/users/@me', { headers: bearer('one-more') });
      assert.equal(limited.status, 429);
      assert.ok(Number(limited.headers.get('retry-after')) >= 1);
      first.send({ cmd: 'AUTHENTICATE', args: { access_token: 'one-more' }, nonce: 1 });
      assert.deepEqual(await first.closed, { code: 4002, reason: 'Rate Limited' });
      // Another connection, or another application, is no way around it.
      mock.client.applications.set('200', { ...APPLICATION, id: '200' });
      const second = await mock.connect({ clientId: '200' });
      second.send({ cmd: 'AUTHORIZE', args: { ...args('one-more'), client_id: '200' }, nonce: 1 });
      assert.equal((await second.closed).code, 4002);
      assert.equal(tried.length, triedBefore);
    },
    { limits: { failedAuthentications: 6 } },
  ),
);

test(
  'guessed tokens: a hundred at the same time are no way around the limit',
  withMockRpc(
    async (mock) => {
      let tried = 0;
      mock.client.authorization = async () => {
        tried += 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
        return null;
      };
      const client = await mock.connect();
      for (let nonce = 0; nonce < 100; nonce += 1) {
        client.send({ cmd: 'AUTHENTICATE', args: { access_token: `guess-${nonce}` }, nonce });
      }
      assert.equal((await client.closed).code, 4002);
      assert.equal(tried, 5);
    },
    { limits: { failedAuthentications: 5 } },
  ),
);

test(
  'whoever guesses locks nobody out whose token was right before, and a service out of reach counts as no guess',
  withProxy(
    async ({ call, mock, token }) => {
      assert.equal((await call('/users/@me', { headers: bearer(token) })).status, 200);
      const { authorization } = mock.client;
      mock.client.authorization = async () => {
        throw new ServiceError('The service cannot be reached', 0);
      };
      for (let time = 0; time < 5; time += 1) {
        assert.equal((await call('/users/@me', { headers: bearer('another') })).status, 502);
      }
      mock.client.authorization = authorization;
      for (let guess = 0; guess < 5; guess += 1) await call('/users/@me', { headers: bearer(`g-${guess}`) });
      assert.equal((await call('/users/@me', { headers: bearer('another') })).status, 429);
      assert.equal((await call('/users/@me', { headers: bearer(token) })).status, 200);
    },
    { limits: { failedAuthentications: 3 } },
  ),
);

test(
  'a revoked token: its connection is closed with 4003, and no door opens to it again',
  withProxy(async ({ call, mock, token }) => {
    const client = await authenticated(mock, token);
    mock.client.authorizations.delete(token);
    await mock.client.revokeGrant('1');
    assert.equal((await client.closed).code, 4003);
    assert.equal((await call('/users/@me', { headers: bearer(token) })).status, 401);
  }),
);

async function authenticated(mock: MockRpc, token: string): Promise<RawRpcClient> {
  const client = await mock.connect();
  assert.equal((await client.request('AUTHENTICATE', { access_token: token })).evt, null);
  return client;
}

test(
  'slow headers: a request that never ends is cut off, and the others are served meanwhile',
  withMockRpc(async (mock) => {
    const socket = connect(mock.port, '127.0.0.1');
    const began = performance.now();
    socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${mock.port}\r\nX-Slow: `);
    const drip = setInterval(() => socket.write('x'), 200);
    socket.on('error', () => {});
    const ended = new Promise((resolve) => socket.once('close', resolve));
    await (await mock.connect()).close();
    await ended;
    clearInterval(drip);
    assert.ok(performance.now() - began < 20_000);
  }),
);
