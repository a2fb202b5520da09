import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '#guildhall/protocol/objects/message.js';
import { withMockRpc } from '../helpers/mock-rpc.js';
import { guild, message, textChannel } from '../helpers/objects.js';
import type { Frame, RawRpcClient } from '../helpers/rpc-client.js';
import { rpcMessage, USER, VOICE_STATE_ENTRY } from './expected.js';

const isEvent = (evt: string) => (frame: Frame) => frame.cmd === 'DISPATCH' && frame.evt === evt;

/** Every frame that was sent before now has arrived when this returns. */
const settle = (client: RawRpcClient) => client.request('GET_GUILDS');

test(
  'GUILD_CREATE reports a joined guild, not one that was there before or is available again',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    assert.deepEqual(await client.request('SUBSCRIBE', {}, 'GUILD_CREATE'), {
      cmd: 'SUBSCRIBE',
      data: { evt: 'GUILD_CREATE' },
      evt: null,
      nonce: 'n2',
    });
    mock.client.addGuild(guild('200'));
    mock.client.dispatch('GUILD_CREATE', guild('200'));
    mock.client.dispatch('GUILD_DELETE', { id: '200', unavailable: true });
    mock.client.dispatch('GUILD_CREATE', guild('200'));
    mock.client.dispatch('GUILD_CREATE', guild('300'));
    const event = await client.next(isEvent('GUILD_CREATE'));
    assert.equal(
      JSON.stringify(event),
      '{"cmd":"DISPATCH","data":{"id":"300","name":"Guild 300"},"evt":"GUILD_CREATE","nonce":null}',
    );
    await settle(client);
    assert.deepEqual(client.frames, []);
    await client.close();
  }),
);

test(
  'CHANNEL_CREATE has id, name and type',
  withMockRpc(async (mock) => {
    mock.client.addGuild(guild('200'));
    const client = await mock.authenticated();
    await client.request('SUBSCRIBE', undefined, 'CHANNEL_CREATE');
    mock.client.dispatch('CHANNEL_CREATE', textChannel('13', { guild_id: '200', type: 2 }));
    const event = await client.next(isEvent('CHANNEL_CREATE'));
    assert.deepEqual(event.data, { id: '13', name: 'channel-13', type: 2 });
    await client.close();
  }),
);

test(
  'MESSAGE_CREATE carries the embeds of the message',
  withMockRpc(async (mock) => {
    mock.client.addGuild(guild('200', { channels: [textChannel('11')] }));
    const client = await mock.authenticated(['rpc', 'messages.read']);
    await client.request('SUBSCRIBE', { channel_id: '11' }, 'MESSAGE_CREATE');
    const embeds: Message['embeds'] = [{ type: 'rich', title: 'Title' }];
    mock.client.dispatch('MESSAGE_CREATE', message('900', '11', { embeds }));
    const event = await client.next(isEvent('MESSAGE_CREATE'));
    assert.deepEqual(event.data, { channel_id: '11', message: { ...rpcMessage('900'), embeds } });
  }),
);

test(
  'MESSAGE_CREATE goes to those who subscribed to its channel, until they unsubscribe',
  withMockRpc(async (mock) => {
    mock.client.addGuild(
      guild('200', {
        channels: [textChannel('11'), textChannel('12')],
        roles: [
          {
            id: '5',
            name: 'red',
            color: 0x00ff00,
            colors: { primary_color: 0x00ff00, secondary_color: null, tertiary_color: null },
            hoist: false,
            position: 1,
            permissions: 0,
            managed: false,
            mentionable: false,
          },
          {
            id: '6',
            name: 'top',
            color: 0x0000ff,
            colors: { primary_color: 0x0000ff, secondary_color: null, tertiary_color: null },
            hoist: false,
            position: 2,
            permissions: 0,
            managed: false,
            mentionable: false,
          },
        ],
        members: guild('200').members.map((member) => ({ ...member, roles: ['5', '6'] })),
      }),
    );
    const [first, second] = [
      await mock.authenticated(['rpc', 'messages.read']),
      await mock.authenticated(['rpc', 'messages.read']),
    ];
    await first.request('SUBSCRIBE', { extra: 1, channel_id: '11' }, 'MESSAGE_CREATE');
    // Twice is once.
    await first.request('SUBSCRIBE', { channel_id: '11' }, 'MESSAGE_CREATE');
    await second.request('SUBSCRIBE', { channel_id: '12' }, 'MESSAGE_CREATE');
    mock.client.dispatch('MESSAGE_CREATE', message('900', '11', { guild_id: '200', content: 'hello' }));
    const event = await first.next(isEvent('MESSAGE_CREATE'));
    assert.deepEqual(event.data, {
      channel_id: '11',
      message: { ...rpcMessage('900', 'hello'), author_color: '#0000ff' },
    });
    // Other arguments than were subscribed with take nothing back.
    await first.request('UNSUBSCRIBE', { channel_id: '12' }, 'MESSAGE_CREATE');
    mock.client.dispatch('MESSAGE_CREATE', message('901', '11', { guild_id: '200' }));
    await first.next(isEvent('MESSAGE_CREATE'));
    assert.deepEqual((await first.request('UNSUBSCRIBE', { channel_id: '11' }, 'MESSAGE_CREATE')).data, {
      evt: 'MESSAGE_CREATE',
    });
    mock.client.dispatch('MESSAGE_CREATE', message('902', '11', { guild_id: '200' }));
    await settle(first);
    await settle(second);
    assert.deepEqual([first.frames, second.frames], [[], []]);
    await Promise.all([first.close(), second.close()]);
  }),
);

test(
  'SUBSCRIBE is refused without an event, for unknown events and channels, and without the scope',
  withMockRpc(async (mock) => {
    mock.client.addGuild(guild('200', { channels: [textChannel('11')] }));
    const client = await mock.authenticated(['rpc', 'messages.read']);
    const blind = await mock.authenticated(['rpc']);
    const rows: [RawRpcClient, unknown, string | undefined, number, string][] = [
      [client, {}, undefined, 4000, 'Payload requires an evt'],
      [client, {}, 'FOO', 4004, 'Invalid event: FOO'],
      [client, {}, 'READY', 4004, 'Invalid event: READY'],
      [client, {}, 'ERROR', 4004, 'Invalid event: ERROR'],
      [client, {}, 'constructor', 4004, 'Invalid event: constructor'],
      [client, {}, 'MESSAGE_CREATE', 4000, 'args.channel_id: is required'],
      [client, { channel_id: 11 }, 'MESSAGE_CREATE', 4000, 'args.channel_id: must be string'],
      [client, { channel_id: '99' }, 'MESSAGE_CREATE', 4005, 'Invalid channel id: 99'],
      [blind, { channel_id: '11' }, 'MESSAGE_CREATE', 4006, 'Not authenticated or invalid scope'],
    ];
    for (const [connection, args, evt, code, text] of rows) {
      assert.deepEqual((await connection.request('SUBSCRIBE', args, evt)).data, { code, message: text });
    }
    mock.client.dispatch('MESSAGE_CREATE', message('900', '11', { guild_id: '200' }));
    await settle(blind);
    assert.deepEqual(blind.frames, []);
    await Promise.all([client.close(), blind.close()]);
  }),
);

test(
  'the number of subscriptions per connection is limited',
  withMockRpc(async (mock) => {
    const channels = Array.from({ length: 4097 }, (_, index) => textChannel(String(1000 + index)));
    mock.client.addGuild(guild('200', { channels }));
    const client = await mock.authenticated(['rpc', 'messages.read']);
    for (const { id } of channels.slice(0, 4096)) {
      client.send({ cmd: 'SUBSCRIBE', evt: 'MESSAGE_CREATE', args: { channel_id: id }, nonce: id });
    }
    const { data } = await client.request('SUBSCRIBE', { channel_id: '5096' }, 'MESSAGE_CREATE');
    assert.deepEqual(data, { code: 4000, message: 'No more than 4096 subscriptions' });
    await client.close();
  }),
);

test(
  'MESSAGE_UPDATE carries the message, MESSAGE_DELETE its id only',
  withMockRpc(async (mock) => {
    mock.client.addGuild(guild('200', { channels: [textChannel('11')] }));
    const client = await mock.authenticated(['rpc', 'messages.read']);
    await client.request('SUBSCRIBE', { channel_id: '11' }, 'MESSAGE_UPDATE');
    await client.request('SUBSCRIBE', { channel_id: '11' }, 'MESSAGE_DELETE');
    mock.client.dispatch('MESSAGE_UPDATE', message('900', '11', { content: 'better' }));
    mock.client.dispatch('MESSAGE_DELETE', { id: '900', channel_id: '11' });
    const updated = await client.next(isEvent('MESSAGE_UPDATE'));
    assert.equal((updated.data as { message: { content: string } } | null)?.message.content, 'better');
    const deleted = await client.next(isEvent('MESSAGE_DELETE'));
    assert.deepEqual(deleted.data, { channel_id: '11', message: { id: '900' } });
    await client.close();
  }),
);

test(
  'GUILD_STATUS counts who is online; 4003 for a guild the person is not in',
  withMockRpc(async (mock) => {
    mock.client.addGuild(guild('200', { icon: 'abc' }));
    const client = await mock.authenticated();
    await client.request('SUBSCRIBE', { guild_id: '200' }, 'GUILD_STATUS');
    const { data } = await client.request('SUBSCRIBE', { guild_id: '201' }, 'GUILD_STATUS');
    assert.deepEqual(data, { code: 4003, message: 'Invalid guild id: 201' });
    const presence = (id: string, status: string) => ({ guild_id: '200', user: { id }, status, game: null });
    const online: unknown[] = [];
    for (const [id, status] of [
      ['1', 'online'],
      ['2', 'dnd'],
      ['1', 'offline'],
    ] as const) {
      mock.client.dispatch('PRESENCE_UPDATE', presence(id, status));
      const event = await client.next(isEvent('GUILD_STATUS'));
      const icon_url = 'http://cdn.example/icons/200/abc.jpg';
      assert.deepEqual(event.data?.guild, { id: '200', name: 'Guild 200', icon_url });
      online.push(event.data?.online);
    }
    assert.deepEqual(online, [1, 2, 1]);
    await client.close();
  }),
);

test(
  'GUILD_STATUS is only sent if it differs from what the subscribers know',
  withMockRpc(async (mock) => {
    mock.client.addGuild(guild('200'));
    const [first, second] = [await mock.authenticated(), await mock.authenticated()];
    const subscribe = { guild_id: '200' };
    const presence = (status: string) =>
      mock.client.dispatch('PRESENCE_UPDATE', { guild_id: '200', user: { id: '1' }, status, game: null });
    const rename = (nick: string) =>
      mock.client.dispatch('GUILD_MEMBER_UPDATE', {
        ...{ guild_id: '200', roles: [], nick },
        user: { id: '1', username: 'user-1', discriminator: '0001', avatar: null },
      });
    await first.request('SUBSCRIBE', subscribe, 'GUILD_STATUS');
    rename('a');
    presence('online');
    presence('dnd');
    await second.request('SUBSCRIBE', subscribe, 'GUILD_STATUS');
    rename('b');
    presence('offline');
    const { members: _members, channels: _channels, ...fields } = guild('200', { name: 'Other' });
    mock.client.dispatch('GUILD_UPDATE', fields);
    mock.client.dispatch('GUILD_UPDATE', { ...fields, afk_timeout: 900 });
    for (const client of [first, second]) await settle(client);
    const told = (client: typeof first) =>
      client.frames.map(({ data }) => {
        const { guild: shown, online } = data as { guild: { name: string }; online: number };
        return [shown.name, online];
      });
    assert.deepEqual(told(first), [
      ['Guild 200', 1],
      ['Guild 200', 0],
      ['Other', 0],
    ]);
    assert.deepEqual(told(second), [
      ['Guild 200', 0],
      ['Other', 0],
    ]);
    await Promise.all([first.close(), second.close()]);
  }),
);

test(
  'VOICE_STATE_UPDATE is sent when the nick or the account of a user in voice changes',
  withMockRpc(async (mock) => {
    mock.client.addGuild(guild('200', { channels: [textChannel('12', { type: 2 })] }));
    const client = await mock.authenticated();
    await client.request('SUBSCRIBE', { channel_id: '12' }, 'VOICE_STATE_UPDATE');
    const change = (nick: string | null, username: string, roles: string[] = []) =>
      mock.client.dispatch('GUILD_MEMBER_UPDATE', {
        ...{ guild_id: '200', roles, nick },
        user: { id: '1', username, discriminator: '0001', avatar: null },
      });
    change('before', 'ada');
    mock.client.dispatch('VOICE_STATE_UPDATE', {
      ...{ guild_id: '200', channel_id: '12', user_id: '1', session_id: 's' },
      ...{ deaf: false, mute: false, self_deaf: false, self_mute: false, suppress: false },
    });
    change('nick', 'ada');
    change('nick', 'ada', ['7']);
    change('nick', 'lovelace', ['7']);
    change(null, 'lovelace', ['7']);
    await settle(client);
    assert.deepEqual(
      client.frames.map(({ evt, data }) => {
        const { nick, user } = data as { nick: string; user: { username: string } };
        return [evt, nick, user.username];
      }),
      [
        ['VOICE_STATE_UPDATE', 'nick', 'ada'],
        ['VOICE_STATE_UPDATE', 'nick', 'lovelace'],
        ['VOICE_STATE_UPDATE', 'lovelace', 'lovelace'],
      ],
    );
    await client.close();
  }),
);

test(
  'VOICE_STATE_CREATE, _UPDATE and _DELETE report who joins, changes in and leaves a voice channel',
  withMockRpc(async (mock) => {
    const channels = [textChannel('12', { type: 2 }), textChannel('13', { type: 2 })];
    mock.client.addGuild(guild('200', { channels }));
    const client = await mock.authenticated();
    for (const evt of ['VOICE_STATE_CREATE', 'VOICE_STATE_UPDATE', 'VOICE_STATE_DELETE']) {
      await client.request('SUBSCRIBE', { channel_id: '12' }, evt);
    }
    const voice = (channel_id: string | null, self_mute = false) => ({
      ...{ guild_id: '200', channel_id, user_id: '1', session_id: 's' },
      ...{ deaf: false, mute: false, self_deaf: false, self_mute, suppress: false },
    });
    mock.client.dispatch('VOICE_STATE_UPDATE', voice('12'));
    mock.client.dispatch('VOICE_STATE_UPDATE', voice('12', true));
    mock.client.dispatch('VOICE_STATE_UPDATE', voice('13', true));
    mock.client.dispatch('VOICE_STATE_UPDATE', voice('12'));
    mock.client.dispatch('GUILD_MEMBER_REMOVE', { guild_id: '200', user: { id: '1' } });
    await settle(client);
    const told = client.frames.map(({ evt, data }) => [
      evt,
      (data as { voice_state: { self_mute: boolean } } | null)?.voice_state.self_mute,
    ]);
    assert.deepEqual(told, [
      ['VOICE_STATE_CREATE', false],
      ['VOICE_STATE_UPDATE', true],
      ['VOICE_STATE_DELETE', true],
      ['VOICE_STATE_CREATE', false],
      ['VOICE_STATE_DELETE', false],
    ]);
    assert.deepEqual(client.frames[0]?.data, VOICE_STATE_ENTRY);
    await client.close();
  }),
);

test(
  'MESSAGE_CREATE has the attachments of a message, which NOTIFICATION_CREATE names if there is no content',
  withMockRpc(async (mock) => {
    const bob = { id: '2', username: 'bob', discriminator: '0007', avatar: null };
    const url = 'http://cdn.example/attachments/11/5/map.png?key=x';
    const file = { id: '5', filename: 'map.png', size: 24, url, proxy_url: url, width: 2, height: 1 };
    mock.client.addGuild(guild('200', { channels: [textChannel('11')] }));
    const client = await mock.authenticated(['rpc', 'messages.read', 'rpc.notifications.read']);
    await client.request('SUBSCRIBE', { channel_id: '11' }, 'MESSAGE_CREATE');
    await client.request('SUBSCRIBE', {}, 'NOTIFICATION_CREATE');
    const fields = { author: bob, content: '', attachments: [file, { ...file, filename: 'notes.txt' }] };
    mock.client.dispatch('MESSAGE_CREATE', message('1', '11', fields));
    await settle(client);
    const sent = client.frames.map(
      ({ data }) => data as { message: { attachments: object[] }; body?: string },
    );
    assert.deepEqual(
      sent.map(({ message: { attachments }, body }) => [attachments, body]),
      [
        [fields.attachments, undefined],
        [fields.attachments, 'map.png, notes.txt'],
      ],
    );
    await client.close();
  }),
);

test(
  'NOTIFICATION_CREATE uses the title or description of the first embed if a message has only embeds',
  withMockRpc(async (mock) => {
    const bob = { id: '2', username: 'bob', discriminator: '0007', avatar: null };
    mock.client.addGuild(guild('200', { channels: [textChannel('11')] }));
    const client = await mock.authenticated(['rpc', 'rpc.notifications.read']);
    await client.request('SUBSCRIBE', {}, 'NOTIFICATION_CREATE');
    const said = [
      { embeds: [{ type: 'rich' as const, title: 'Raid', description: 'At eight' }] },
      { embeds: [{ type: 'rich' as const, description: 'At eight' }] },
      { content: 'now', embeds: [{ type: 'rich' as const, title: 'Raid' }] },
    ];
    for (const [index, fields] of said.entries()) {
      mock.client.dispatch(
        'MESSAGE_CREATE',
        message(String(index + 1), '11', { author: bob, content: '', ...fields }),
      );
    }
    await settle(client);
    assert.deepEqual(
      client.frames.map(({ data }) => data?.body),
      ['Raid', 'At eight', 'now'],
    );
    await client.close();
  }),
);

test(
  'NOTIFICATION_CREATE reports mentions and messages elsewhere, not own ones or those of the selected channel',
  withMockRpc(async (mock) => {
    const quiet = { default_message_notifications: 1 } as const;
    const bob = { id: '2', username: 'bob', discriminator: '0007', avatar: null };
    mock.client.addGuild(guild('200', { channels: [textChannel('11'), textChannel('12')] }));
    mock.client.addGuild(guild('300', { channels: [textChannel('31')], ...quiet }));
    const client = await mock.authenticated(['rpc', 'rpc.notifications.read']);
    const blind = await mock.authenticated(['rpc']);
    assert.equal((await blind.request('SUBSCRIBE', {}, 'NOTIFICATION_CREATE')).data?.code, 4006);
    await client.request('SUBSCRIBE', {}, 'NOTIFICATION_CREATE');
    await client.request('SELECT_TEXT_CHANNEL', { channel_id: '12' });
    const say = (id: string, channel: string, fields: object = {}) =>
      mock.client.dispatch('MESSAGE_CREATE', message(id, channel, { author: bob, ...fields }));
    say('1', '11');
    say('2', '12');
    say('3', '31');
    say('4', '31', { mentions: [USER] });
    say('5', '12', { mention_everyone: true });
    mock.client.dispatch('MESSAGE_CREATE', message('6', '11'));
    // What the service says of members who join and of pins.
    say('7', '11', { content: '', type: 6 });
    say('8', '11', { content: '', type: 7 });
    await settle(client);
    const told = client.frames.map(({ data }) => (data as { message: { id: string } } | null)?.message.id);
    assert.deepEqual(told, ['1', '4', '5']);
    const { message: shown, ...rest } = client.frames[0]?.data ?? {};
    assert.ok(shown);
    assert.deepEqual(rest, {
      channel_id: '11',
      icon_url: 'http://cdn.example/embed/avatars/2.png',
      title: 'bob (#channel-11, Guild 200)',
      body: 'message 1',
    });
    await Promise.all([client.close(), blind.close()]);
  }),
);
