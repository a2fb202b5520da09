import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Channel } from '#guildhall/protocol/objects/channel.js';
import { type MockRpc, withMockRpc } from '../helpers/mock-rpc.js';
import { message } from '../helpers/objects.js';
import type { Frame } from '../helpers/rpc-client.js';

const GRACE = { id: '2', username: 'grace', discriminator: '0002', avatar: null };
const ALAN = { id: '3', username: 'alan', discriminator: '0003', avatar: null };
const SCOPES = ['rpc', 'messages.read', 'rpc.notifications.read'];

const dm: Channel = { id: '50', type: 1, last_message_id: null, recipients: [GRACE] };
const group: Channel = {
  ...{ id: '60', type: 3, last_message_id: null, name: null, icon: null, owner_id: '2' },
  recipients: [GRACE],
};

/** A person with a DM and a group; the group's messages name no guild either. */
function addPrivateChannels(mock: MockRpc): void {
  for (const channel of [dm, group]) mock.client.dispatch('CHANNEL_CREATE', channel);
}

const inPrivate = (id: string, channelId: string, content: string) => {
  const { guild_id: _, ...rest } = message(id, channelId, { content, author: GRACE });
  return rest;
};

const named = (evt: string) => (frame: Frame) => frame.evt === evt;

test(
  'GET_CHANNEL and SELECT_TEXT_CHANNEL answer for private channels, with a null guild_id and the names of the others',
  withMockRpc(async (mock) => {
    addPrivateChannels(mock);
    mock.client.messagesOf.set('50', [inPrivate('900', '50', 'hi')]);
    const client = await mock.authenticated(SCOPES);
    for (const cmd of ['GET_CHANNEL', 'SELECT_TEXT_CHANNEL']) {
      const { data } = await client.request(cmd, { channel_id: '50' });
      const { messages, ...channel } = data as { messages: { id: string }[] };
      assert.deepEqual(channel, { id: '50', guild_id: null, name: 'grace', type: 1, position: 0, topic: '' });
      assert.deepEqual(
        messages.map(({ id }) => id),
        ['900'],
      );
    }
    assert.equal(mock.client.selectedTextChannel, '50');
    mock.client.dispatch('CHANNEL_RECIPIENT_ADD', { channel_id: '60', user: ALAN });
    const joined = await client.request('GET_CHANNEL', { channel_id: '60' });
    assert.deepEqual([joined.data?.name, joined.data?.type], ['grace, alan', 3]);
    mock.client.dispatch('CHANNEL_RECIPIENT_REMOVE', { channel_id: '60', user: GRACE });
    assert.equal((await client.request('GET_CHANNEL', { channel_id: '60' })).data?.name, 'alan');
    mock.client.dispatch('CHANNEL_UPDATE', { ...group, name: 'Friends' });
    assert.equal((await client.request('GET_CHANNEL', { channel_id: '60' })).data?.name, 'Friends');
    assert.equal((await client.request('SELECT_VOICE_CHANNEL', { channel_id: '50' })).data?.code, 4005);
    await client.close();
  }),
);

test(
  'CHANNEL_CREATE reports a private channel; a closed one is refused with 4005 and fires no events',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated(SCOPES);
    await client.request('SUBSCRIBE', {}, 'CHANNEL_CREATE');
    mock.client.dispatch('CHANNEL_CREATE', dm);
    const created = await client.next(named('CHANNEL_CREATE'));
    assert.deepEqual(created.data, { id: '50', name: 'grace', type: 1 });
    for (const evt of ['MESSAGE_CREATE', 'MESSAGE_UPDATE', 'MESSAGE_DELETE']) {
      await client.request('SUBSCRIBE', { channel_id: '50' }, evt);
    }
    mock.client.dispatch('MESSAGE_CREATE', inPrivate('900', '50', 'hi'));
    mock.client.dispatch('MESSAGE_UPDATE', inPrivate('900', '50', 'ho'));
    mock.client.dispatch('MESSAGE_DELETE', { id: '900', channel_id: '50' });
    for (const evt of ['MESSAGE_CREATE', 'MESSAGE_UPDATE', 'MESSAGE_DELETE']) {
      assert.equal((await client.next(named(evt))).data?.channel_id, '50');
    }
    mock.client.dispatch('CHANNEL_DELETE', dm);
    mock.client.dispatch('MESSAGE_CREATE', inPrivate('901', '50', 'late'));
    assert.equal((await client.request('GET_CHANNEL', { channel_id: '50' })).data?.code, 4005);
    assert.deepEqual(client.frames, []);
    await client.close();
  }),
);

test(
  'SELECT_TEXT_CHANNEL waits for a private channel that a new session of the service lists, which no event announces',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated(SCOPES);
    mock.client.setConnected(false);
    const selecting = client.request('SELECT_TEXT_CHANNEL', { channel_id: '50', timeout: 60 });
    await client.request('GET_GUILDS');
    mock.client.state.putChannel(dm);
    mock.client.setConnected(true);
    assert.equal((await selecting).data?.id, '50');
    await client.close();
  }),
);

test(
  'NOTIFICATION_CREATE reports messages in private channels that are not selected',
  withMockRpc(async (mock) => {
    addPrivateChannels(mock);
    const client = await mock.authenticated(SCOPES);
    await client.request('SUBSCRIBE', {}, 'NOTIFICATION_CREATE');
    mock.client.dispatch('MESSAGE_CREATE', inPrivate('900', '50', 'hi'));
    const { data } = await client.next(named('NOTIFICATION_CREATE'));
    assert.deepEqual([data?.channel_id, data?.title, data?.body], ['50', 'grace', 'hi']);
    mock.client.dispatch('MESSAGE_CREATE', inPrivate('901', '60', 'all'));
    assert.equal((await client.next(named('NOTIFICATION_CREATE'))).data?.title, 'grace (grace)');
    await client.request('SELECT_TEXT_CHANNEL', { channel_id: '50' });
    mock.client.dispatch('MESSAGE_CREATE', inPrivate('902', '50', 'seen'));
    await client.request('GET_GUILDS');
    assert.deepEqual(client.frames, []);
    await client.close();
  }),
);
