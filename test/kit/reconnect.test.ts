import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClientEvents, DisconnectedError, ServerNotFoundError } from 'guildhall/client';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION } from '../helpers/mock-rpc.js';
import { message, textChannel } from '../helpers/objects.js';
import { FIRST, hasReported, SCOPES, withClient } from './support/client-bench.js';

/** How the client library loses, opens and closes connections (docs/for-games.md, The client library). */

test(
  'a lost connection is opened again, authenticated and subscribed as before',
  withClient(async (bench) => {
    const { client, mock, proxy, reported } = bench;
    await client.connect();
    await client.authenticate(mock.grant(SCOPES));
    const received: string[] = [];
    await client.subscribe('MESSAGE_CREATE', { channel_id: FIRST }, (data) => received.push(data.message.id));
    const pending = client.request('AUTHORIZE', { client_id: APPLICATION.id, scopes: SCOPES });
    const lost = assert.rejects(pending, DisconnectedError);
    await eventually(() => mock.asked.length > 0);
    proxy.cut();
    await lost;
    await hasReported(bench, 'reconnected');
    assert.deepEqual(
      reported.map(({ name }) => name),
      ['disconnected', 'reconnected'],
    );
    mock.client.dispatch('MESSAGE_CREATE', message('1', FIRST));
    await eventually(() => received.length > 0);
    assert.deepEqual(received, ['1']);
  }),
);

test(
  'after a reconnect an invalid token signs out, and the next one brings the subscriptions back',
  withClient(async (bench) => {
    const { client, mock, proxy } = bench;
    await client.connect();
    const token = mock.grant(SCOPES);
    await client.authenticate(token);
    const received: string[] = [];
    await client.subscribe('MESSAGE_CREATE', { channel_id: FIRST }, (data) => received.push(data.message.id));
    mock.client.authorizations.delete(token);
    proxy.cut();
    await hasReported(bench, 'signedOut');
    await hasReported(bench, 'reconnected');
    await assert.rejects(client.request('GET_GUILDS', {}), { codeName: 'INVALID_PERMISSIONS' });
    await client.authenticate(mock.grant(SCOPES, { token: 'another' }));
    mock.client.dispatch('MESSAGE_CREATE', message('1', FIRST));
    await eventually(() => received.length > 0);
  }),
);

test(
  'a subscription whose channel is gone after a reconnect is reported',
  withClient(async (bench) => {
    const { client, mock, proxy } = bench;
    await client.connect();
    await client.authenticate(mock.grant(SCOPES));
    await client.subscribe('MESSAGE_CREATE', { channel_id: FIRST }, () => {});
    mock.client.dispatch('CHANNEL_DELETE', textChannel(FIRST, { guild_id: '300' }));
    proxy.cut();
    const { event } = await hasReported(bench, 'subscriptionLost');
    const { evt, error } = event as ClientEvents['subscriptionLost'];
    assert.deepEqual([evt, error.codeName], ['MESSAGE_CREATE', 'INVALID_CHANNEL']);
  }),
);

test(
  'a subscription that was lost is made again by the next handler',
  withClient(async (bench) => {
    const { client, mock, proxy } = bench;
    await client.connect();
    await client.authenticate(mock.grant(SCOPES));
    await client.subscribe('MESSAGE_CREATE', { channel_id: FIRST }, () => {});
    mock.client.dispatch('CHANNEL_DELETE', textChannel(FIRST, { guild_id: '300' }));
    proxy.cut();
    await hasReported(bench, 'reconnected');
    const received: string[] = [];
    const subscribe = () =>
      client.subscribe('MESSAGE_CREATE', { channel_id: FIRST }, (data) => received.push(data.message.id));
    await assert.rejects(subscribe, { codeName: 'INVALID_CHANNEL' });
    mock.client.dispatch('CHANNEL_CREATE', textChannel(FIRST, { guild_id: '300' }));
    await subscribe();
    mock.client.dispatch('MESSAGE_CREATE', message('1', FIRST));
    await client.request('GET_GUILDS', {});
    assert.deepEqual(received, ['1']);
  }),
);

test(
  'a connection that the person ends is not opened again',
  withClient(async (bench) => {
    const { client, mock, reported } = bench;
    await client.connect();
    await client.authenticate(mock.grant(SCOPES));
    const [session] = mock.server.sessions.list();
    mock.server.sessions.kick(session?.id ?? '');
    await hasReported(bench, 'closed');
    assert.deepEqual(reported, [{ name: 'closed', event: { code: 1000, reason: 'Closed by the user' } }]);
    await assert.rejects(client.request('GET_GUILDS', {}), DisconnectedError);
  }),
);

test(
  'close ends the connection once, also while it reconnects, and connect opens it again',
  withClient(async (bench) => {
    const { client, mock, proxy, reported } = bench;
    await client.connect();
    await mock.server.stop();
    proxy.cut();
    await hasReported(bench, 'disconnected');
    client.close();
    client.close();
    assert.deepEqual(
      reported.map(({ name }) => name),
      ['disconnected', 'closed'],
    );
    await assert.rejects(client.connect(), ServerNotFoundError);
  }),
);

test(
  'connect opens the connection again right after close, with its subscriptions',
  withClient(async ({ client, mock, reported }) => {
    await client.connect();
    await client.authenticate(mock.grant(SCOPES));
    const received: string[] = [];
    await client.subscribe('MESSAGE_CREATE', { channel_id: FIRST }, (data) => received.push(data.message.id));
    client.close();
    await client.connect();
    await client.authenticate(mock.grant(SCOPES, { token: 'another' }));
    mock.client.dispatch('MESSAGE_CREATE', message('1', FIRST));
    await eventually(() => received.length > 0);
    assert.deepEqual(
      reported.map(({ name }) => name),
      ['closed'],
    );
  }),
);

test(
  'connect closes the connection before, and rejects if the client is closed meanwhile',
  withClient(async ({ client, mock }) => {
    await client.connect();
    await client.connect();
    await eventually(() => mock.server.sessions.list().length === 1);
    await client.authenticate(mock.grant(SCOPES));
    const connecting = client.connect();
    client.close();
    await assert.rejects(connecting, DisconnectedError);
    await eventually(() => mock.server.sessions.list().length === 0);
  }),
);
