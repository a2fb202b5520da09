import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MockRpc, withMockRpc } from '../helpers/mock-rpc.js';
import { guild, message, textChannel } from '../helpers/objects.js';

const VIEW_CHANNEL = 0x400;
const HIDDEN = [{ id: '200', type: 'role' as const, allow: 0, deny: VIEW_CHANNEL }];
const SCOPES = ['rpc', 'messages.read', 'rpc.notifications.read'];

const everyone = {
  ...{ id: '200', name: '@everyone', color: 0, hoist: false, position: 0, permissions: VIEW_CHANNEL },
  ...{ managed: false, mentionable: false },
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
};
const member = (id: string) => ({
  user: { id, username: `user-${id}`, discriminator: '0001', avatar: null },
  ...{ roles: [], joined_at: '2018-01-01T00:00:00.000000+00:00', deaf: false, mute: false, flags: 0 },
});
const voiceState = (user_id: string, channel_id: string | null) => ({
  ...{ guild_id: '200', channel_id, user_id, session_id: 's' },
  ...{ deaf: false, mute: false, self_deaf: false, self_mute: false, suppress: false },
});

/** A guild of somebody else: text channels 11 and 12 and voice channel 13, of which the person may view only 11. */
function addGuild(mock: MockRpc): void {
  mock.client.addGuild(
    guild('200', {
      owner_id: '9',
      roles: [everyone],
      members: [member('1'), member('2')],
      channels: [
        textChannel('11'),
        textChannel('12', { permission_overwrites: HIDDEN }),
        textChannel('13', { type: 2, permission_overwrites: HIDDEN }),
      ],
      voice_states: [voiceState('2', '13')],
    }),
  );
}

/** Lets the person view a channel, or hides it, as the service's CHANNEL_UPDATE does. */
function setHidden(mock: MockRpc, id: string, hidden: boolean): void {
  const overwrites = hidden ? HIDDEN : [];
  mock.client.dispatch('CHANNEL_UPDATE', {
    ...textChannel(id, { type: id === '13' ? 2 : 0, permission_overwrites: overwrites }),
    guild_id: '200',
  });
}

test(
  'a channel that the person may not view is refused with 4005, like one that does not exist',
  withMockRpc(async (mock) => {
    addGuild(mock);
    const client = await mock.authenticated(SCOPES);
    for (const channel_id of ['12', '13', '14']) {
      const refusal = { code: 4005, message: `Invalid channel id: ${channel_id}` };
      for (const cmd of [
        'GET_CHANNEL',
        channel_id === '13' ? 'SELECT_VOICE_CHANNEL' : 'SELECT_TEXT_CHANNEL',
      ]) {
        assert.deepEqual((await client.request(cmd, { channel_id })).data, refusal, cmd);
      }
      for (const evt of ['MESSAGE_CREATE', 'MESSAGE_DELETE', 'VOICE_STATE_CREATE', 'SPEAKING_START']) {
        assert.deepEqual((await client.request('SUBSCRIBE', { channel_id }, evt)).data, refusal, evt);
      }
    }
    assert.deepEqual((await client.request('GET_CHANNELS', { guild_id: '200' })).data, {
      channels: [{ id: '11', name: 'channel-11', type: 0 }],
    });
    setHidden(mock, '13', false);
    const { data } = await client.request('GET_CHANNEL', { channel_id: '13' });
    const inside = data?.voice_states as { user: { id: string } }[] | undefined;
    assert.deepEqual(
      inside?.map(({ user }) => user.id),
      ['2'],
    );
    await client.close();
  }),
);

test(
  'no event is sent for channels that the person may not view',
  withMockRpc(async (mock) => {
    addGuild(mock);
    const client = await mock.authenticated(SCOPES);
    setHidden(mock, '12', false);
    setHidden(mock, '13', false);
    await client.request('SUBSCRIBE', {}, 'CHANNEL_CREATE');
    await client.request('SUBSCRIBE', {}, 'NOTIFICATION_CREATE');
    for (const evt of ['MESSAGE_CREATE', 'MESSAGE_UPDATE', 'MESSAGE_DELETE']) {
      await client.request('SUBSCRIBE', { channel_id: '12' }, evt);
    }
    await client.request('SUBSCRIBE', { channel_id: '13' }, 'VOICE_STATE_CREATE');
    const happen = (id: string) => {
      const author = { id: '2', username: 'user-2', discriminator: '0001', avatar: null };
      const mentioning = message(id, '12', { author, mention_everyone: true });
      mock.client.dispatch('MESSAGE_CREATE', mentioning);
      mock.client.dispatch('MESSAGE_UPDATE', mentioning);
      mock.client.dispatch('MESSAGE_DELETE', { id, channel_id: '12' });
      mock.client.dispatch('VOICE_STATE_UPDATE', voiceState('2', null));
      mock.client.dispatch('VOICE_STATE_UPDATE', voiceState('2', '13'));
    };
    happen('901');
    setHidden(mock, '12', true);
    setHidden(mock, '13', true);
    happen('902');
    mock.client.dispatch('CHANNEL_CREATE', {
      ...textChannel('15', { permission_overwrites: HIDDEN }),
      guild_id: '200',
    });
    mock.client.dispatch('CHANNEL_CREATE', { ...textChannel('16'), guild_id: '200' });
    const last = await client.next(({ evt }) => evt === 'CHANNEL_CREATE');
    assert.equal(last.data?.id, '16');
    assert.deepEqual(
      client.frames.map(({ evt }) => evt),
      ['MESSAGE_CREATE', 'NOTIFICATION_CREATE', 'MESSAGE_UPDATE', 'MESSAGE_DELETE', 'VOICE_STATE_CREATE'],
    );
    assert.ok(!JSON.stringify(client.frames).includes('902'));
    await client.close();
  }),
);

test(
  'a role that reveals a channel lets the person select it',
  withMockRpc(async (mock) => {
    addGuild(mock);
    const client = await mock.authenticated(SCOPES);
    const select = () => client.request('SELECT_TEXT_CHANNEL', { channel_id: '12', timeout: 60 });
    assert.equal((await select()).data?.code, 4005);
    // A service need not send CHANNEL_CREATE when a role reveals a channel.
    mock.client.dispatch('GUILD_ROLE_UPDATE', { guild_id: '200', role: { ...everyone, permissions: 0x8 } });
    assert.equal((await select()).data?.id, '12');
    assert.equal(mock.client.selectedTextChannel, '12');
    await client.close();
  }),
);
