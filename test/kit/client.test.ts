import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import {
  CommandError,
  exchangeCode,
  GuildhallClient,
  ReplyTimeoutError,
  ServerNotFoundError,
} from 'guildhall/client';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION, ORIGIN } from '../helpers/mock-rpc.js';
import { message } from '../helpers/objects.js';
import { FIRST, NOBODY, SCOPES, SECOND, withClient } from './support/client-bench.js';

/** The client library in Node.js (docs/for-games.md, The client library), against an RPC server over mocks. */

test(
  'authorize asks the person, exchanges the code and authenticates',
  withClient(async ({ client, mock }) => {
    await client.connect();
    const authorized = client.authorize(SCOPES, async (code) => {
      assert.equal(code, mock.client.codes[0]?.code);
      return mock.grant(SCOPES);
    });
    const [asked] = await eventually(() => mock.asked.length > 0 && mock.asked);
    assert.deepEqual(asked?.request.scopes, SCOPES);
    asked?.answer(true);
    const { user, application } = await authorized;
    assert.deepEqual([user.username, application.name], ['ada', APPLICATION.name]);
    const { guilds } = await client.request('GET_GUILDS', {});
    assert.deepEqual(
      guilds.map(({ id }) => id),
      ['300'],
    );
  }),
);

test(
  'a refused command is rejected with its code, and the connection stays open',
  withClient(async ({ client, mock }) => {
    await client.connect();
    await assert.rejects(
      client.request('GET_GUILDS', {}),
      (error) =>
        error instanceof CommandError && error.code === 4006 && error.codeName === 'INVALID_PERMISSIONS',
    );
    await client.authenticate(mock.grant(SCOPES));
    await assert.rejects(client.request('GET_CHANNEL', { channel_id: '9' }), { codeName: 'INVALID_CHANNEL' });
    assert.equal((await client.request('GET_CHANNEL', { channel_id: FIRST })).id, FIRST);
  }),
);

test(
  'handlers get the events of their channel, until they unsubscribe',
  withClient(async ({ client, mock }) => {
    await client.connect();
    await client.authenticate(mock.grant(SCOPES));
    const received: string[] = [];
    const listen = (name: string, channel: string) =>
      client.subscribe('MESSAGE_CREATE', { channel_id: channel }, (data) => {
        received.push(`${name} ${data.message.content}`);
      });
    const endFirst = await listen('a', FIRST);
    await listen('b', FIRST);
    await listen('c', SECOND);
    const post = (id: string, channel: string) =>
      mock.client.dispatch('MESSAGE_CREATE', message(id, channel, { content: id }));
    post('1', FIRST);
    post('2', SECOND);
    await eventually(() => received.length === 3);
    assert.deepEqual(received, ['a 1', 'b 1', 'c 2']);
    await endFirst();
    await endFirst();
    post('3', FIRST);
    await eventually(() => received.length === 4);
    assert.deepEqual(received.at(-1), 'b 3');
  }),
);

test(
  'a refused subscription is rejected and leaves nothing behind',
  withClient(async ({ client, mock }) => {
    await client.connect();
    await client.authenticate(mock.grant(['rpc']));
    const subscribe = () => client.subscribe('MESSAGE_CREATE', { channel_id: FIRST }, () => {});
    await assert.rejects(subscribe(), { codeName: 'INVALID_PERMISSIONS' });
    await client.authenticate(mock.grant(SCOPES));
    await subscribe();
  }),
);

test(
  'handlers that share a refused subscription are all rejected',
  withClient(async ({ client, mock }) => {
    await client.connect();
    await client.authenticate(mock.grant(['rpc']));
    const subscribe = () => client.subscribe('MESSAGE_CREATE', { channel_id: FIRST }, () => {});
    const replies = await Promise.allSettled([subscribe(), subscribe()]);
    assert.deepEqual(
      replies.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
  }),
);

test(
  'an origin that is not registered is reported with the close code of the server',
  withClient(async ({ client }) => {
    await assert.rejects(
      client.connect(),
      (error) => error instanceof ServerNotFoundError && error.refusal?.code === 4001,
    );
  }, 'https://elsewhere.example'),
);

test('without a server the error names the command that starts it', async () => {
  const client = new GuildhallClient({ clientId: '1', origin: ORIGIN, ports: [NOBODY] });
  await assert.rejects(client.connect(), { name: 'ServerNotFoundError', message: /guildhall start/ });
});

test(
  'waiting for a reply ends with a timeout or a signal, and the late reply is ignored',
  withClient(async ({ client, mock }) => {
    await client.connect();
    const args = { client_id: APPLICATION.id, scopes: SCOPES };
    await assert.rejects(client.request('AUTHORIZE', args, { timeoutMs: 20 }), ReplyTimeoutError);
    const controller = new AbortController();
    const aborted = client.request('AUTHORIZE', args, { signal: controller.signal });
    await eventually(() => mock.asked.length > 0);
    controller.abort();
    await assert.rejects(aborted, { name: 'AbortError' });
    for (const { answer } of mock.asked) answer(true);
    await client.authenticate(mock.grant(SCOPES));
  }),
);

test('a reply of the service that is not JSON is an ExchangeError with the status', async () => {
  const server = createServer((_request, response) => response.writeHead(502).end('<h1>Bad Gateway</h1>'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const exchange = { clientId: '1', clientSecret: 's', code: 'c', redirectUri: ORIGIN };
    const exchanging = exchangeCode({ apiUrl: `http://127.0.0.1:${port}/api`, ...exchange });
    await assert.rejects(exchanging, { name: 'ExchangeError', error: '502' });
  } finally {
    server.close();
  }
});
