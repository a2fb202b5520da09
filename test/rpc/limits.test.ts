import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION, type MockRpc, ORIGIN } from '../helpers/mock-rpc.js';
import { guild, textChannel } from '../helpers/objects.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { limited } from './limited.js';

const open = (mock: MockRpc, clientId: string = APPLICATION.id) =>
  RawRpcClient.open({ port: mock.port, clientId, origin: ORIGIN });

test(
  'while as many connections as allowed are authenticated, one more is closed with 1013',
  limited({ connections: 2 }, async (mock) => {
    const first = await mock.authenticated();
    const second = await mock.authenticated();
    assert.deepEqual(await (await open(mock)).closed, { code: 1013, reason: 'Too many connections' });
    await first.close();
    await eventually(async () => mock.server.sessions.list().length === 1);
    const third = await mock.connect();
    await Promise.all([second.close(), third.close()]);
  }),
);

test(
  'a connection whose grant is revoked no longer counts, and is not counted twice when it closes',
  limited({ connectionsPerApplication: 1 }, async (mock) => {
    for (let round = 0; round < 3; round += 1) {
      const client = await mock.authenticated();
      mock.client.dispatch('OAUTH2_TOKEN_REVOKE', { application_id: '100', token_hashes: null });
      assert.equal((await client.closed).code, 4003);
    }
    await mock.authenticated();
    assert.equal((await (await open(mock)).closed).code, 1013);
  }),
);

test(
  'one authenticated connection too many of an application is closed with 1013; other applications are not affected',
  limited({ connectionsPerApplication: 1 }, async (mock) => {
    mock.client.applications.set('200', { ...APPLICATION, id: '200' });
    const first = await mock.authenticated();
    const reason = 'Too many connections of this application';
    assert.deepEqual(await (await open(mock)).closed, { code: 1013, reason });
    const other = await mock.connect({ clientId: '200' });
    await first.close();
    await eventually(async () => mock.server.sessions.list().length === 1);
    const again = await mock.connect();
    await Promise.all([other.close(), again.close()]);
  }),
);

test(
  'one unanswered command more than allowed closes the connection with 4002',
  limited({ pendingCommands: 3 }, async (mock) => {
    const client = await mock.authenticated();
    const args = { guild_id: '7', timeout: 60 };
    for (let nonce = 0; nonce < 4; nonce += 1) client.send({ cmd: 'GET_GUILD', args, nonce });
    assert.deepEqual(await client.closed, { code: 4002, reason: 'Rate Limited' });
  }),
);

test(
  'one subscription too many is refused with 4000; a repeated one does not count',
  limited({ subscriptions: 2 }, async (mock) => {
    for (const id of ['1', '2', '3']) mock.client.addGuild(guild(id));
    const client = await mock.authenticated();
    const subscribe = (id: string) => client.request('SUBSCRIBE', { guild_id: id }, 'GUILD_STATUS');
    for (const id of ['1', '2', '2']) assert.equal((await subscribe(id)).evt, null);
    assert.deepEqual((await subscribe('3')).data, { code: 4000, message: 'No more than 2 subscriptions' });
    await client.request('UNSUBSCRIBE', { guild_id: '1' }, 'GUILD_STATUS');
    assert.equal((await subscribe('3')).evt, null);
    await client.close();
  }),
);

test(
  'of pending SELECT_VOICE_CHANNEL one too many is refused with 4000, and a request of the person ends the others with 5001',
  limited({ pendingVoiceSelections: 2 }, async (mock) => {
    mock.client.addGuild(guild('200', { channels: [textChannel('12', { type: 2 })] }));
    mock.client.answersMoves = false;
    const client = await mock.authenticated();
    const replies: unknown[] = [];
    const selected = [1, 2, 3, 4].map((number) =>
      client
        .request('SELECT_VOICE_CHANNEL', { channel_id: '12', force: true })
        .then(({ data }) => replies.push([number, data?.code])),
    );
    // The reply to a command that was sent later: all have arrived.
    await client.request('GET_SELECTED_VOICE_CHANNEL');
    assert.deepEqual(replies, []);
    assert.equal(await mock.voice.select(null, { force: false, ms: 10_000 }), null);
    await Promise.all(selected);
    assert.deepEqual(replies, [
      [1, 5001],
      [2, 5001],
      [3, 4000],
      [4, 4000],
    ]);
    await client.close();
  }),
);
