import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION, type MockRpc, ORIGIN, withMockRpc } from '../helpers/mock-rpc.js';
import { guild, textChannel } from '../helpers/objects.js';
import type { Frame, RawRpcClient } from '../helpers/rpc-client.js';
import { passUntil, withClock } from '../helpers/with-clock.js';

const isEvent = (evt: string) => (frame: Frame) => frame.cmd === 'DISPATCH' && frame.evt === evt;
const settle = (client: RawRpcClient) => client.request('GET_GUILDS');

/** A guild with a text channel 11, voice channels 12 and 13, and a second member, bob (id 2). */
function addGuild({ client }: MockRpc): void {
  const bob = { id: '2', username: 'bob', discriminator: '0002', avatar: null };
  const joined_at = '2018-01-01T00:00:00.000000+00:00';
  client.addGuild(
    guild('200', {
      channels: [textChannel('11'), textChannel('12', { type: 2 }), textChannel('13', { type: 2 })],
      members: [
        ...guild('200').members,
        { user: bob, roles: [], joined_at, deaf: false, mute: false, flags: 0 },
      ],
    }),
  );
}

/** A connection of a second application that has authenticated. */
async function otherApplication(mock: MockRpc): Promise<RawRpcClient> {
  mock.client.applications.set('101', { ...APPLICATION, id: '101', name: 'Other' });
  const client = await mock.connect({ clientId: '101' });
  const token = mock.grant(['rpc'], { token: 'other', applicationId: '101' });
  assert.equal((await client.request('AUTHENTICATE', { access_token: token })).evt, null);
  return client;
}

const EVERYONE = {
  ...{ name: '@everyone', color: 0, hoist: false, position: 0, managed: false, mentionable: false },
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
};

const muted = async (client: RawRpcClient) => (await client.request('GET_VOICE_SETTINGS')).data?.mute;

test(
  'SELECT_VOICE_CHANNEL joins and emits VOICE_CHANNEL_SELECT, and null leaves',
  withMockRpc(async (mock) => {
    addGuild(mock);
    const client = await mock.authenticated();
    await client.request('SUBSCRIBE', {}, 'VOICE_CHANNEL_SELECT');
    assert.equal((await client.request('GET_SELECTED_VOICE_CHANNEL')).data, null);

    const joined = await client.request('SELECT_VOICE_CHANNEL', { channel_id: '12' });
    assert.equal(joined.data?.id, '12');
    const [entry] = (joined.data?.voice_states ?? []) as { user: { id: string } }[];
    assert.equal(entry?.user.id, '1');
    const told = await client.next(isEvent('VOICE_CHANNEL_SELECT'));
    assert.deepEqual(told.data, { channel_id: '12', guild_id: '200' });
    assert.deepEqual((await client.request('GET_SELECTED_VOICE_CHANNEL')).data, joined.data);

    assert.equal((await client.request('SELECT_VOICE_CHANNEL', { channel_id: null })).data, null);
    const left = await client.next(isEvent('VOICE_CHANNEL_SELECT'));
    assert.deepEqual(left.data, { channel_id: null, guild_id: null });
    assert.equal((await client.request('GET_SELECTED_VOICE_CHANNEL')).data, null);
    await client.close();
  }),
);

test(
  'SELECT_VOICE_CHANNEL moves the person out of another channel only with force',
  withMockRpc(async (mock) => {
    addGuild(mock);
    const client = await mock.authenticated();
    await client.request('SELECT_VOICE_CHANNEL', { channel_id: '12' });
    assert.deepEqual((await client.request('SELECT_VOICE_CHANNEL', { channel_id: '13' })).data, {
      code: 5003,
      message: 'User is already joined to a voice channel.',
    });
    assert.equal((await client.request('SELECT_VOICE_CHANNEL', { channel_id: '12' })).data?.id, '12');
    assert.deepEqual(mock.client.moves, ['12']);
    const moved = await client.request('SELECT_VOICE_CHANNEL', { channel_id: '13', force: true });
    assert.equal(moved.data?.id, '13');
    assert.deepEqual(mock.client.moves, ['12', '13']);
    await client.close();
  }),
);

test(
  'SELECT_VOICE_CHANNEL is refused: 4005 for none or a text channel, 5001 if the service does not move the person',
  withMockRpc(async (mock) => {
    addGuild(mock);
    const client = await mock.authenticated();
    const select = (args: object) => client.request('SELECT_VOICE_CHANNEL', args);
    for (const channel_id of ['99', '11', 'x']) {
      assert.equal((await select({ channel_id })).data?.code, 4005);
    }
    mock.client.answersMoves = false;
    const timedOut = { code: 5001, message: 'Request to select voice channel timed out.' };
    assert.deepEqual((await select({ channel_id: '12', timeout: 0.05 })).data, timedOut);
    assert.deepEqual((await select({ channel_id: '99', timeout: 0.05 })).data, timedOut);
    assert.equal((await select({ channel_id: '12', timeout: 61 })).data?.code, 4000);
    assert.equal((await select({})).data?.code, 4000);
    await client.close();
  }),
);

test(
  'the second of two applications that join different channels at once gets 5003',
  withMockRpc(async (mock) => {
    addGuild(mock);
    mock.client.answersMoves = false;
    const [first, second] = [await mock.authenticated(), await otherApplication(mock)];
    first.send({ cmd: 'SELECT_VOICE_CHANNEL', args: { channel_id: '12' }, nonce: 'a' });
    await settle(first);
    const refused = second.request('SELECT_VOICE_CHANNEL', { channel_id: '13' });
    await settle(second);
    mock.client.dispatch('VOICE_STATE_UPDATE', {
      ...{ guild_id: '200', channel_id: '12', user_id: '1', session_id: 's', suppress: false },
      ...{ deaf: false, mute: false, self_deaf: false, self_mute: false },
    });
    assert.equal((await refused).data?.code, 5003);
    assert.equal((await first.request('SELECT_VOICE_CHANNEL', { channel_id: '13' })).data?.code, 5003);
    assert.deepEqual(mock.client.moves, ['12']);
    await Promise.all([first.close(), second.close()]);
  }),
);

test(
  'SELECT_VOICE_CHANNEL is refused at once if the channel is full or may not be joined',
  withMockRpc(async (mock) => {
    const channels = [
      textChannel('12', { type: 2, user_limit: 1 }),
      textChannel('13', {
        type: 2,
        permission_overwrites: [{ id: '200', type: 'role', allow: 0, deny: 0x100000 }],
      }),
      textChannel('14', {
        type: 2,
        permission_overwrites: [{ id: '200', type: 'role', allow: 0, deny: 0x400 }],
      }),
    ];
    const everyone = { ...EVERYONE, id: '200', permissions: 0x100400 };
    mock.client.addGuild(guild('200', { channels, owner_id: '9', roles: [everyone] }));
    mock.client.dispatch('VOICE_STATE_UPDATE', {
      ...{ guild_id: '200', channel_id: '12', user_id: '2', session_id: 's', suppress: false },
      ...{ deaf: false, mute: false, self_deaf: false, self_mute: false },
    });
    const client = await mock.authenticated();
    const select = async (channel_id: string) =>
      (await client.request('SELECT_VOICE_CHANNEL', { channel_id, timeout: 60 })).data;
    assert.deepEqual(await select('12'), { code: 4006, message: 'This voice channel is full' });
    const forbidden = { code: 4006, message: 'User may not connect to this voice channel' };
    assert.deepEqual(await select('13'), forbidden);
    assert.deepEqual(await select('14'), { code: 4005, message: 'Invalid channel id: 14' });
    assert.deepEqual(mock.client.moves, []);
    await client.close();
  }),
);

test(
  'without a connection to the service the person is in no voice channel, and SELECT_VOICE_CHANNEL answers at once',
  withClock(async (mock, clock) => {
    addGuild(mock);
    const client = await mock.authenticated();
    await client.request('SELECT_VOICE_CHANNEL', { channel_id: '12' });
    await client.request('SUBSCRIBE', {}, 'VOICE_CHANNEL_SELECT');
    mock.client.setConnected(false);
    const gone = await client.next(isEvent('VOICE_CHANNEL_SELECT'));
    assert.deepEqual(gone.data, { channel_id: null, guild_id: null });
    assert.equal((await client.request('GET_SELECTED_VOICE_CHANNEL')).data, null);
    // Neither leaving nor joining waits for the timeout: the clock stands still.
    const left = await client.request('SELECT_VOICE_CHANNEL', { channel_id: null, timeout: 60 });
    assert.equal(left.data, null);
    const refused = client.request('SELECT_VOICE_CHANNEL', { channel_id: '13' });
    assert.equal((await passUntil(clock, refused, 0)).data?.code, 5001);
    await client.close();
  }),
);

test(
  'a resumed session brings the selected voice channel back',
  withMockRpc(async (mock) => {
    addGuild(mock);
    const client = await mock.authenticated();
    await client.request('SELECT_VOICE_CHANNEL', { channel_id: '12' });
    mock.client.setConnected(false);
    await client.request('SUBSCRIBE', {}, 'VOICE_CHANNEL_SELECT');
    mock.client.setConnected(true);
    const back = await client.next(isEvent('VOICE_CHANNEL_SELECT'));
    assert.deepEqual(back.data, { channel_id: '12', guild_id: '200' });
    await client.close();
  }),
);

test(
  'SET_VOICE_SETTINGS changes the given fields, answers with all settings and notifies subscribers',
  withMockRpc(async (mock) => {
    mock.hardware.sound.plug({ id: 'mic', name: 'Mic', direction: 'input', is_default: false });
    const client = await mock.authenticated();
    await client.request('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
    const before = (await client.request('GET_VOICE_SETTINGS')).data;
    const patch = {
      mute: true,
      input: { device_id: 'mic', volume: 50, available_devices: [] },
      mode: { type: 'PUSH_TO_TALK', shortcut: [{ type: 0, code: 12, name: 'i' }] },
      unknown: 'x',
    };
    const { data } = await client.request('SET_VOICE_SETTINGS', patch);
    assert.deepEqual(data, {
      ...before,
      mute: true,
      input: { ...(before?.input as object), device_id: 'mic', volume: 50 },
      mode: { ...(before?.mode as object), ...patch.mode },
    });
    assert.deepEqual((await client.next(isEvent('VOICE_SETTINGS_UPDATE'))).data, data);
    assert.deepEqual((await client.request('GET_VOICE_SETTINGS')).data, data);
    // Others in the channel see that the person is muted.
    assert.deepEqual(mock.client.flags.at(-1), { selfMute: true, selfDeaf: false });
    await client.close();
  }),
);

const wrong: [object, RegExp][] = [
  [{ input: { volume: 101 } }, /^args\.input\.volume: must be <= 100$/],
  [{ output: { volume: 201 } }, /^args\.output\.volume: must be <= 200$/],
  [{ mode: { threshold: 1 } }, /^args\.mode\.threshold: must be <= 0$/],
  [{ mode: { threshold: -101 } }, /^args\.mode\.threshold: must be >= -100$/],
  [{ mode: { delay: 2001 } }, /^args\.mode\.delay: must be <= 2000$/],
  [{ mode: { type: 'SHOUT' } }, /^args\.mode\.type: /],
  [{ mode: { shortcut: [{ type: 9, code: 1, name: 'x' }] } }, /^args\.mode\.shortcut\.0\.type: /],
  [{ mute: 'yes' }, /^args\.mute: must be boolean$/],
  [{ input: null }, /^args\.input: must be object$/],
  [{ input: { device_id: 'toaster' } }, /^args\.input\.device_id: must be one of available_devices$/],
];

for (const [args, message] of wrong) {
  test(
    `SET_VOICE_SETTINGS ${JSON.stringify(args)} is refused with 4000, changes nothing and locks nothing`,
    withMockRpc(async (mock) => {
      const client = await mock.authenticated();
      const other = await otherApplication(mock);
      const before = (await client.request('GET_VOICE_SETTINGS')).data;
      const { data } = await client.request('SET_VOICE_SETTINGS', args);
      assert.equal(data?.code, 4000);
      assert.match(String(data?.message), message);
      assert.deepEqual((await other.request('SET_VOICE_SETTINGS', {})).data, before);
      await Promise.all([client.close(), other.close()]);
    }),
  );
}

test(
  'settings locked by one application cannot be changed by others, who get its name',
  withMockRpc(async (mock) => {
    addGuild(mock);
    const [first, second] = [await mock.authenticated(), await otherApplication(mock)];
    await first.request('SET_VOICE_SETTINGS', { mute: true });
    const locked = { code: 4006, message: 'Voice settings are locked by the application Game' };
    assert.deepEqual((await second.request('SET_VOICE_SETTINGS', { mute: false })).data, locked);
    assert.deepEqual((await second.request('SET_USER_VOICE_SETTINGS', { user_id: '2' })).data, locked);
    assert.equal(await muted(second), true);
    // Another connection of the same application holds them too.
    const sibling = await mock.authenticated();
    assert.equal((await sibling.request('SET_VOICE_SETTINGS', { mute: false })).evt, null);
    await Promise.all([first.close(), second.close(), sibling.close()]);
  }),
);

test(
  'disconnecting restores the settings and releases the lock',
  withMockRpc(async (mock) => {
    const [first, second] = [await mock.authenticated(), await otherApplication(mock)];
    await second.request('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
    await first.request('SET_VOICE_SETTINGS', { mute: true });
    await second.next(isEvent('VOICE_SETTINGS_UPDATE'));
    const sibling = await mock.authenticated();
    await first.close();
    await settle(second);
    // One connection of it is left: the settings stay.
    assert.equal(await muted(second), true);
    await sibling.close();
    assert.equal((await second.next(isEvent('VOICE_SETTINGS_UPDATE'))).data?.mute, false);
    assert.equal((await second.request('SET_VOICE_SETTINGS', { deaf: true })).data?.deaf, true);
    await second.close();
  }),
);

test(
  'an application that reconnects gets its settings back, unless another one has the lock',
  withMockRpc(async (mock) => {
    const watcher = await otherApplication(mock);
    await watcher.request('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
    const first = await mock.authenticated();
    await first.request('SET_VOICE_SETTINGS', { input: { volume: 10 } });
    await first.close();
    const volume = async () => {
      const { data } = await watcher.next(isEvent('VOICE_SETTINGS_UPDATE'));
      return (data as { input: { volume: number } } | null)?.input.volume;
    };
    assert.deepEqual([await volume(), await volume()], [10, 100]);
    const again = await mock.authenticated();
    assert.equal(await volume(), 10);
    assert.equal((await watcher.request('SET_VOICE_SETTINGS', { mute: true })).data?.code, 4006);
    await again.close();
    assert.equal(await volume(), 100);

    await watcher.request('SET_VOICE_SETTINGS', { output: { volume: 20 } });
    await volume();
    const third = await mock.authenticated();
    assert.equal((await third.request('SET_VOICE_SETTINGS', { mute: true })).data?.code, 4006);
    const { data } = await third.request('GET_VOICE_SETTINGS');
    assert.equal((data as { input: { volume: number } } | null)?.input.volume, 100);
    await Promise.all([watcher.close(), third.close()]);
  }),
);

test(
  'SET_USER_VOICE_SETTINGS is echoed, shows in voice states, and ends with its application',
  withMockRpc(async (mock) => {
    addGuild(mock);
    const voiceState = { session_id: 's', deaf: false, mute: false, self_deaf: false, self_mute: false };
    mock.client.dispatch('VOICE_STATE_UPDATE', {
      ...{ guild_id: '200', channel_id: '12', user_id: '2', suppress: false },
      ...voiceState,
    });
    const client = await mock.authenticated();
    const watcher = await otherApplication(mock);
    await watcher.request('SUBSCRIBE', { channel_id: '12' }, 'VOICE_STATE_UPDATE');
    const set = (args: object) => client.request('SET_USER_VOICE_SETTINGS', args);
    assert.deepEqual((await set({ user_id: '2', volume: 150 })).data, {
      user_id: '2',
      pan: { left: 1, right: 1 },
      volume: 150,
      mute: false,
    });
    const told = (await watcher.next(isEvent('VOICE_STATE_UPDATE'))).data;
    assert.deepEqual({ nick: told?.nick, volume: told?.volume }, { nick: 'bob', volume: 150 });
    await set({ user_id: '2', pan: { left: 0.5, right: 1 }, mute: true });
    const channel = (await watcher.request('GET_CHANNEL', { channel_id: '12' })).data;
    const [entry] = (channel?.voice_states ?? []) as Record<string, unknown>[];
    assert.deepEqual(
      { volume: entry?.volume, mute: entry?.mute, pan: entry?.pan },
      { volume: 150, mute: true, pan: { left: 0.5, right: 1 } },
    );
    for (const args of [{ volume: 201 }, { volume: -1 }, { pan: { left: 2, right: 0 } }, { mute: 1 }]) {
      assert.equal((await set({ user_id: '2', ...args })).data?.code, 4000);
    }
    assert.deepEqual((await set({ user_id: '99' })).data, { code: 4010, message: 'Invalid user id: 99' });
    await client.close();
    await eventually(async () => {
      const { data } = await watcher.request('GET_CHANNEL', { channel_id: '12' });
      return (data as { voice_states: { volume: number }[] } | null)?.voice_states[0]?.volume === 100;
    });
    await watcher.close();
  }),
);

test(
  'VOICE_CONNECTION_STATUS and SPEAKING_* report the state of the voice connection',
  withMockRpc(async (mock) => {
    addGuild(mock);
    const client = await mock.authenticated();
    await client.request('SUBSCRIBE', {}, 'VOICE_CONNECTION_STATUS');
    await client.request('SUBSCRIBE', { channel_id: '12' }, 'SPEAKING_START');
    await client.request('SUBSCRIBE', { channel_id: '12' }, 'SPEAKING_STOP');
    const status = {
      state: 'VOICE_CONNECTED' as const,
      hostname: 'voice.example',
      pings: [20, 13.37],
      average_ping: 13.37,
      last_ping: 20,
    };
    mock.link.become(status);
    mock.link.emit('speakingStart', { channelId: '13', userId: '2' });
    mock.link.emit('speakingStart', { channelId: '12', userId: '2' });
    mock.link.emit('speakingStop', { channelId: '12', userId: '2' });
    await settle(client);
    assert.deepEqual(
      client.frames.map(({ evt, data }) => [evt, data]),
      [
        ['VOICE_CONNECTION_STATUS', status],
        ['SPEAKING_START', { user_id: '2' }],
        ['SPEAKING_STOP', { user_id: '2' }],
      ],
    );
    await client.close();
  }),
);

test(
  'a connection that is not authenticated, or was revoked, has no lock',
  withMockRpc(async (mock) => {
    const stranger = await mock.connect({ origin: ORIGIN });
    assert.equal((await stranger.request('SET_VOICE_SETTINGS', { mute: true })).data?.code, 4006);
    const client = await mock.authenticated();
    await client.request('SET_VOICE_SETTINGS', { mute: true });
    mock.client.dispatch('OAUTH2_TOKEN_REVOKE', { application_id: '100', token_hashes: null });
    await client.closed;
    const other = await otherApplication(mock);
    await eventually(async () => (await muted(other)) === false);
    await Promise.all([stranger.close(), other.close()]);
  }),
);

test(
  'the lock and settings of an application end when its authorization expires',
  withClock(async (mock, clock) => {
    const client = await mock.connect();
    const expiresAt = clock.now() + 60_000;
    const access_token = mock.grant(['rpc'], { token: 'short', expiresAt });
    await client.request('AUTHENTICATE', { access_token });
    const other = await otherApplication(mock);
    await other.request('SUBSCRIBE', {}, 'VOICE_SETTINGS_UPDATE');
    await client.request('SET_VOICE_SETTINGS', { mute: true });
    assert.equal((await other.next(isEvent('VOICE_SETTINGS_UPDATE'))).data?.mute, true);
    await clock.advance(61_000);
    assert.equal((await other.next(isEvent('VOICE_SETTINGS_UPDATE'))).data?.mute, false);
    assert.equal((await other.request('SET_VOICE_SETTINGS', { deaf: true })).data?.deaf, true);
    await Promise.all([client.close(), other.close()]);
  }),
);

test(
  'AUTHENTICATE with a token without rpc ends the lock; a token that outlasts a timer keeps it',
  withMockRpc(async (mock) => {
    const [client, other] = [await mock.authenticated(), await otherApplication(mock)];
    await client.request('SET_VOICE_SETTINGS', { mute: true });
    assert.equal(await muted(other), true);
    await client.request('AUTHENTICATE', { access_token: mock.grant(['identify']) });
    await eventually(async () => (await muted(other)) === false);
    await Promise.all([client.close(), other.close()]);
  }),
);

test(
  'SET_VOICE_SETTINGS of one field does not restore earlier changes of the application',
  withMockRpc(async (mock) => {
    const before = await mock.authenticated();
    await before.request('SET_VOICE_SETTINGS', { mute: true, input: { volume: 7 } });
    await before.close();
    const other = await otherApplication(mock);
    await eventually(async () => (await muted(other)) === false);
    await other.request('SET_VOICE_SETTINGS', { deaf: true });
    const again = await mock.authenticated();
    await other.close();
    await eventually(async () => (await again.request('GET_VOICE_SETTINGS')).data?.deaf === false);
    const { data } = await again.request('SET_VOICE_SETTINGS', { silence_warning: false });
    assert.equal(data?.mute, false);
    assert.equal((data as { input: { volume: number } } | null)?.input.volume, 100);
    assert.equal(data?.silence_warning, false);
    await again.close();
  }),
);

test(
  'the changes of an application are discarded when its grant is revoked',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    await client.request('SET_VOICE_SETTINGS', { mute: true });
    mock.client.dispatch('OAUTH2_TOKEN_REVOKE', { application_id: '100', token_hashes: null });
    await client.closed;
    const again = await mock.authenticated();
    assert.equal(await muted(again), false);
    await again.close();
  }),
);
