import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '#guildhall/client/service-error.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { createRpcHttpServer, type HttpAnswerers } from '#guildhall/rpc/transport/http/http-server.js';
import { APPLICATION, type MockRpc, ORIGIN, withMockRpc } from '../helpers/mock-rpc.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { bearer, withProxy } from './proxied-game.js';

/** The attacks of docs/threat-model.md, Threats; each test fails without its defence. */

/** Timers run, but no budget is refilled, however long a busy machine takes. */
const NOW = Date.UTC(2026, 0, 1);
const stillClock: Clock = { ...systemClock, now: () => NOW };

const UPGRADE = [
  `Origin: ${ORIGIN}`,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
].join('\r\n');

test(
  'DNS rebinding: a page with a rebound name is refused by every endpoint',
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
    `cross-site WebSocket: a page of the origin ${origin} is closed with 4001 before it receives anything`,
    withMockRpc(async (mock) => {
      const client = await RawRpcClient.open({ port: mock.port, clientId: APPLICATION.id, origin });
      client.send({ cmd: 'AUTHENTICATE', args: { access_token: mock.grant(['rpc']) }, nonce: '1' });
      assert.equal((await client.closed).code, 4001);
      assert.deepEqual(client.frames, []);
    }),
  );
}

test(
  'Origin null is refused, even if programs without an Origin are accepted',
  withMockRpc(
    async (mock) => {
      const client = await RawRpcClient.open({ port: mock.port, clientId: APPLICATION.id, origin: 'null' });
      assert.equal((await client.closed).code, 4001);
    },
    { allowMissingOrigin: true },
  ),
);

test(
  'guessed tokens: AUTHENTICATE, AUTHORIZE and the proxy share one budget, after which failures close the connection',
  withProxy(
    async ({ call, mock, token }) => {
      const refusal = new ServiceError('Invalid', 400, 0, { error: 'invalid_grant', description: 'unknown' });
      const args = (rpc_token: string) => ({ client_id: '100', scopes: ['rpc'], rpc_token });
      const guesser = await mock.connect();
      for (let guess = 0; guess < 3; guess += 1) {
        const { data } = await guesser.request('AUTHENTICATE', { access_token: `guess-${guess}` });
        assert.equal(data?.code, 4009);
      }
      mock.client.refusal = refusal;
      assert.equal((await guesser.request('AUTHORIZE', args('guess-3'))).data?.code, 5000);
      mock.client.refusal = null;
      for (let guess = 4; guess < 6; guess += 1) {
        assert.equal((await call('/users/@me', { headers: bearer(`guess-${guess}`) })).status, 401);
      }
      guesser.send({ cmd: 'AUTHENTICATE', args: { access_token: 'one-more' }, nonce: 1 });
      assert.deepEqual(await guesser.closed, { code: 4002, reason: 'Rate Limited' });

      // Who has a valid token is served, on a new connection and by the proxy, and never had it verified before.
      await authenticated(mock, token);
      const fresh = mock.grant(['rpc', 'rpc.api'], { token: 'fresh' });
      assert.equal((await call('/users/@me', { headers: bearer(fresh) })).status, 200);
      // One whose token expired learns that.
      const expired = await mock.connect();
      assert.equal((await expired.request('AUTHENTICATE', { access_token: 'expired' })).data?.code, 4009);
    },
    { limits: { failedAuthentications: 6 }, clock: stillClock },
  ),
);

test(
  'guessed tokens: the proxy answers 429 after the budget is used up',
  withProxy(
    async ({ mock, token }) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const status = async (secret: string) => {
        const options = { port: mock.port, path: '/users/@me', headers: bearer(secret), agent };
        const [response] = (await once(get(options), 'response')) as [IncomingMessage];
        let body = '';
        for await (const part of response.setEncoding('utf8')) body += String(part);
        if (response.statusCode === 429) refused.push([response.headers['retry-after'], JSON.parse(body)]);
        return response.statusCode;
      };
      const refused: [string | undefined, Record<string, unknown>][] = [];
      const statuses: unknown[] = [];
      for (const guess of ['a', 'b', 'c', 'd', 'e', token]) statuses.push(await status(guess));
      agent.destroy();
      assert.deepEqual(
        [statuses.slice(0, 3), statuses.slice(4)],
        [
          [401, 401, 401],
          [429, 200],
        ],
      );
      for (const [seconds, body] of refused) {
        const retry_after = Number(seconds) * 1000;
        assert.deepEqual(body, { message: 'You are being rate limited.', retry_after, global: false });
      }
    },
    { limits: { failedAuthentications: 4 }, clock: stillClock },
  ),
);

test(
  'guessed tokens: of a hundred at the same time few are verified before the connection is closed',
  withMockRpc(
    async (mock) => {
      let tried = 0;
      let running = 0;
      let most = 0;
      mock.client.authorization = async () => {
        tried += 1;
        running += 1;
        most = Math.max(most, running);
        await setImmediate();
        running -= 1;
        return null;
      };
      const client = await mock.connect();
      for (let nonce = 0; nonce < 100; nonce += 1) {
        client.send({ cmd: 'AUTHENTICATE', args: { access_token: `guess-${nonce}` }, nonce });
      }
      assert.equal((await client.closed).code, 4002);
      assert.equal(most, 1);
      assert.ok(tried <= 10, `${tried} were verified`);
    },
    { limits: { failedAuthentications: 5 }, clock: stillClock },
  ),
);

test(
  'a valid token is verified at once while other connections guess, and an unreachable service does not count as a failure',
  withProxy(
    async ({ call, mock, token }) => {
      const { authorization } = mock.client;
      mock.client.authorization = async () => {
        throw new ServiceError('The service cannot be reached', 0);
      };
      for (let time = 0; time < 5; time += 1) {
        assert.equal((await call('/users/@me', { headers: bearer('another') })).status, 502);
      }
      let verified = 0;
      mock.client.authorization = async (tried) => {
        if (tried !== token) verified += 1;
        await setImmediate();
        return authorization.call(mock.client, tried);
      };
      const guessers = await Promise.all(Array.from({ length: 8 }, () => mock.connect()));
      for (const guesser of guessers) {
        for (let nonce = 0; nonce < 60; nonce += 1)
          guesser.send({ cmd: 'AUTHENTICATE', args: { access_token: `g-${nonce}` }, nonce });
      }
      const client = await mock.connect();
      assert.equal((await client.request('AUTHENTICATE', { access_token: token })).evt, null);
      // It waited for one attempt of each of the others at most, not for all that they asked for.
      assert.ok(verified < 8 * 30, `${verified} guesses were verified before it`);
    },
    { limits: { failedAuthentications: 100 } },
  ),
);

test(
  'a revoked token: its connection is closed with 4003, and every endpoint refuses it',
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

test('slow headers: Node.js ends requests of the RPC port that take longer than ten seconds', () => {
  const answerers = null as unknown as HttpAnswerers;
  const { headersTimeout, requestTimeout } = createRpcHttpServer(answerers, allowAnyPeer, silentLogger);
  assert.deepEqual([headersTimeout, requestTimeout], [10_000, 10_000]);
});
