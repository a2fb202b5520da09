import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '#guildhall/client/service-error.js';
import { hashSecret } from '#guildhall/platform/crypto/secrets.js';
import { eventually } from '../helpers/eventually.js';
import { APPLICATION, ORIGIN, withMockRpc } from '../helpers/mock-rpc.js';
import { guild, message, textChannel } from '../helpers/objects.js';
import { USER, VOICE_SETTINGS, VOICE_STATE_ENTRY } from './expected.js';

/** docs/rpc.md, Authorization. */
const NEED_AUTHENTICATION = [
  'GET_GUILDS',
  'GET_GUILD',
  'GET_CHANNEL',
  'GET_CHANNELS',
  'SET_USER_VOICE_SETTINGS',
  'SELECT_VOICE_CHANNEL',
  'GET_SELECTED_VOICE_CHANNEL',
  'SELECT_TEXT_CHANNEL',
  'GET_VOICE_SETTINGS',
  'SET_VOICE_SETTINGS',
  'SUBSCRIBE',
  'UNSUBSCRIBE',
  'CAPTURE_SHORTCUT',
  'SET_CERTIFIED_DEVICES',
];

for (const cmd of NEED_AUTHENTICATION) {
  test(
    `${cmd} without AUTHENTICATE, or without the scope rpc, is refused with 4006`,
    withMockRpc(async (mock) => {
      const refusal = { code: 4006, message: 'Not authenticated or invalid scope' };
      const stranger = await mock.connect();
      const expected = { cmd, data: refusal, evt: 'ERROR', nonce: 'n1' };
      assert.deepEqual(await stranger.request(cmd, { guild_id: '1' }, 'GUILD_CREATE'), expected);
      const narrow = await mock.authenticated(['identify']);
      assert.deepEqual((await narrow.request(cmd, { guild_id: '1' }, 'GUILD_CREATE')).data, refusal);
      await Promise.all([stranger.close(), narrow.close()]);
    }),
  );
}

test(
  'AUTHENTICATE answers with application, expiry, user and scopes, in that order',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    const reply = await client.request('AUTHENTICATE', { access_token: mock.grant(['rpc', 'identify']) });
    assert.equal(
      JSON.stringify(reply),
      JSON.stringify({
        cmd: 'AUTHENTICATE',
        data: {
          application: {
            description: 'A game',
            icon: null,
            id: '100',
            rpc_origins: [ORIGIN],
            name: 'Game',
          },
          expires: '2099-06-29T19:09:52.361000+00:00',
          user: USER,
          scopes: ['rpc', 'identify'],
        },
        evt: null,
        nonce: 'n1',
      }),
    );
    await client.close();
  }),
);

test(
  'AUTHENTICATE with a token that is unknown, of another application or of another user is refused with 4009',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    const rows = [
      ['nonsense', 'Invalid token'],
      [mock.grant(['rpc'], { token: 'a', applicationId: '101' }), 'Invalid token'],
      [mock.grant(['rpc'], { token: 'b', userId: '2' }), 'Token does not match current user'],
    ];
    for (const [token, text] of rows) {
      const { data } = await client.request('AUTHENTICATE', { access_token: token });
      assert.deepEqual(data, { code: 4009, message: text });
    }
    assert.equal((await client.request('GET_GUILDS')).data?.code, 4006);
    await client.close();
  }),
);

test(
  'a token that has expired no longer authorizes',
  withMockRpc(async (mock) => {
    const token = mock.grant(['rpc']);
    const granted = mock.client.authorizations.get(token);
    assert.ok(granted);
    mock.client.authorizations.set(token, { ...granted, expires: '2018-01-01T00:00:00.000000+00:00' });
    const client = await mock.connect();
    await client.request('AUTHENTICATE', { access_token: token });
    assert.equal((await client.request('GET_GUILDS')).data?.code, 4006);
    await client.close();
  }),
);

test(
  'AUTHORIZE waits for the person and answers with a code when they agree',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    const reply = client.request('AUTHORIZE', {
      client_id: '100',
      scopes: ['rpc', 'identify'],
      prompt: 'none',
    });
    const [asked] = await eventually(() => mock.asked.length === 1 && mock.asked);
    const { give: _give, ...shown } = asked?.request ?? {};
    assert.deepEqual(shown, {
      kind: 'authorize',
      application: APPLICATION,
      userId: '1',
      guest: null,
      origin: ORIGIN,
      isLocal: false,
      peer: null,
      scopes: ['rpc', 'identify'],
    });
    assert.equal(mock.client.codes.length, 0);
    asked?.answer(true);
    assert.deepEqual((await reply).data, { code: 'code-1' });
    await client.close();
  }),
);

test(
  'AUTHORIZE answers access_denied when the person refuses',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    const reply = client.request('AUTHORIZE', { client_id: '100', scopes: ['rpc'] });
    const [asked] = await eventually(() => mock.asked.length === 1 && mock.asked);
    asked?.answer(false);
    assert.deepEqual((await reply).data, {
      code: 5000,
      message: 'OAuth2 Error: access_denied: The user denied the request',
    });
    assert.equal(mock.client.codes.length, 0);
    await client.close();
  }),
);

test(
  'AUTHORIZE is withdrawn when the application disconnects',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    client.send({ cmd: 'AUTHORIZE', nonce: '1', args: { client_id: '100', scopes: ['rpc'] } });
    const [asked] = await eventually(() => mock.asked.length === 1 && mock.asked);
    await client.close();
    await eventually(() => asked?.signal.aborted);
    assert.equal(mock.client.codes.length, 0);
  }),
);

test(
  'AUTHORIZE with an RPC token does not ask the person, and never grants messages.read',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    const args = { client_id: '100', scopes: ['rpc'], rpc_token: 'one-time' };
    assert.deepEqual((await client.request('AUTHORIZE', args)).data, { code: 'code-1' });
    assert.deepEqual(mock.client.codes, [{ code: 'code-1', scopes: ['rpc'], rpcToken: 'one-time' }]);
    const greedy = await client.request('AUTHORIZE', { ...args, scopes: ['rpc', 'messages.read'] });
    assert.equal(greedy.data?.code, 5000);
    assert.match(String(greedy.data?.message), /^OAuth2 Error: invalid_scope: /);
    assert.equal(mock.asked.length, 0);
    await client.close();
  }),
);

test(
  'AUTHORIZE is refused without a client id, with another one, and with unknown scopes',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    const rows: [unknown, number, RegExp][] = [
      [{ scopes: ['rpc'] }, 4007, /^No client id provided$/],
      [{ scopes: ['rpc'], client_id: '7' }, 4007, /^Invalid client id: 7$/],
      [{ client_id: '100' }, 4000, /^args\.scopes: is required$/],
      [{ client_id: '100', scopes: 'rpc' }, 4000, /^args\.scopes: must be array$/],
      [
        { client_id: '100', scopes: ['rpc', 'root'] },
        5000,
        /^OAuth2 Error: invalid_scope: The scope root is unknown or not supported$/,
      ],
      [
        { client_id: '100', scopes: ['identify', 'bot'] },
        5000,
        /^OAuth2 Error: invalid_scope: A bot is added on the authorization page/,
      ],
      [{ client_id: '100', scopes: [] }, 5000, /^OAuth2 Error: invalid_scope: /],
    ];
    for (const [args, code, text] of rows) {
      const { data } = await client.request('AUTHORIZE', args);
      assert.equal(data?.code, code);
      assert.match(String(data?.message), text);
    }
    assert.equal(mock.asked.length, 0);
    await client.close();
  }),
);

test(
  'AUTHORIZE does not ask the person about an application that the service refuses',
  withMockRpc(async (mock) => {
    const oauth = { error: 'access_denied', description: 'not approved' };
    mock.client.refusal = new ServiceError('not approved', 403, 0, oauth);
    const client = await mock.connect();
    const { data } = await client.request('AUTHORIZE', { client_id: '100', scopes: ['rpc'] });
    assert.deepEqual(data, { code: 5000, message: 'OAuth2 Error: access_denied: not approved' });
    assert.equal(mock.asked.length, 0);
    await client.close();
  }),
);

test(
  'GET_GUILDS lists id and name of each guild, by age',
  withMockRpc(async (mock) => {
    mock.client.addGuild(guild('1000'));
    mock.client.addGuild(guild('200'));
    const client = await mock.authenticated();
    assert.deepEqual(await client.request('GET_GUILDS'), {
      cmd: 'GET_GUILDS',
      data: {
        guilds: [
          { id: '200', name: 'Guild 200' },
          { id: '1000', name: 'Guild 1000' },
        ],
      },
      evt: null,
      nonce: 'n2',
    });
    await client.close();
  }),
);

test(
  'GET_GUILD shows the guild, its icon, and its members with status and activity',
  withMockRpc(async (mock) => {
    mock.client.addGuild(
      guild('200', {
        icon: 'abc',
        presences: [
          { user: { id: '1' }, status: 'idle', game: { name: 'Chess' }, activities: [{ name: 'Chess' }] },
        ],
      }),
    );
    const client = await mock.authenticated();
    assert.deepEqual((await client.request('GET_GUILD', { guild_id: '200' })).data, {
      id: '200',
      name: 'Guild 200',
      icon_url: 'http://cdn.example/icons/200/abc.jpg',
      members: [
        {
          user: USER,
          status: 'idle',
          activity: { name: 'Chess' },
        },
      ],
    });
    await client.close();
  }),
);

test(
  'GET_GUILD of an unknown guild is refused with 4003, with a timeout after waiting with 5002',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    const missing = { code: 4003, message: 'Invalid guild id: 300' };
    assert.deepEqual((await client.request('GET_GUILD', { guild_id: '300' })).data, missing);
    assert.deepEqual((await client.request('GET_GUILD', { guild_id: '300', timeout: 0 })).data, missing);
    const arriving = client.request('GET_GUILD', { guild_id: '300', timeout: 60 });
    const notArriving = client.request('GET_GUILD', { guild_id: '301', timeout: 0.05 });
    mock.client.dispatch('GUILD_CREATE', guild('300'));
    assert.equal((await arriving).data?.name, 'Guild 300');
    assert.deepEqual((await notArriving).data, { code: 5002, message: 'Request to get guild timed out.' });
    const { data } = await client.request('GET_GUILD', { guild_id: '300', timeout: 61 });
    assert.equal(data?.code, 4000);
    await client.close();
  }),
);

test(
  'GET_CHANNEL of a text channel says that the service does not answer, and AUTHORIZE accepts scopes that give nothing',
  withMockRpc(async (mock) => {
    mock.client.addGuild(guild('200', { channels: [textChannel('300')] }));
    const client = await mock.authenticated(['rpc', 'messages.read']);
    for (const [status, text] of [
      [0, 'Unknown Error: the service does not answer; try again later'],
      [503, 'Unknown Error: the service does not answer; try again later'],
      [403, 'Unknown Error'],
    ] as const) {
      mock.client.refusal = new ServiceError('refused', status);
      const { data } = await client.request('GET_CHANNEL', { channel_id: '300' });
      assert.deepEqual(data, { code: 1000, message: text });
    }
    mock.client.refusal = null;
    const scopes = ['identify', 'connections', 'webhook.incoming'];
    const reply = client.request('AUTHORIZE', { client_id: '100', scopes });
    const asked = await eventually(() => mock.asked.shift() ?? false);
    assert.deepEqual(asked.request.scopes, scopes);
    asked.answer(true);
    assert.equal((await reply).evt, null);
    await client.close();
  }),
);

test(
  'GET_CHANNELS lists the channels of a guild in the order of its channel list; 4003 for one the person is not in',
  withMockRpc(async (mock) => {
    const channels = [
      textChannel('10', { type: 4, position: 0 }),
      textChannel('11', { parent_id: '10', position: 1 }),
      textChannel('12', { type: 2, position: 0 }),
      textChannel('13', { type: 2, position: 1 }),
      textChannel('15', { position: 1 }),
      textChannel('14', { position: 1 }),
    ];
    mock.client.addGuild(guild('200', { channels }));
    const client = await mock.authenticated();
    const toListed = (id: string, type: number) => ({ id, name: `channel-${id}`, type });
    assert.deepEqual((await client.request('GET_CHANNELS', { guild_id: '200' })).data, {
      channels: [
        toListed('14', 0),
        toListed('15', 0),
        toListed('12', 2),
        toListed('13', 2),
        toListed('11', 0),
      ],
    });
    const { data } = await client.request('GET_CHANNELS', { guild_id: '201' });
    assert.deepEqual(data, { code: 4003, message: 'Invalid guild id: 201' });
    await client.close();
  }),
);

test(
  'GET_CHANNEL shows a text channel, with messages only for the scope messages.read; 4005 for none',
  withMockRpc(async (mock) => {
    mock.client.addGuild(guild('200', { channels: [textChannel('11', { topic: 'talk', position: 3 })] }));
    mock.client.messagesOf.set('11', [message('1', '11'), message('2', '11')]);
    const blind = await mock.authenticated(['rpc']);
    assert.deepEqual((await blind.request('GET_CHANNEL', { channel_id: '11' })).data, {
      id: '11',
      guild_id: '200',
      name: 'channel-11',
      type: 0,
      position: 3,
      topic: 'talk',
      messages: [],
    });
    const reader = await mock.authenticated(['rpc', 'messages.read']);
    const { data } = await reader.request('GET_CHANNEL', { channel_id: '11' });
    const messages = data?.messages as Record<string, unknown>[];
    assert.deepEqual(
      messages.map(({ id }) => id),
      ['1', '2'],
    );
    assert.deepEqual(messages[0]?.author, USER);
    assert.deepEqual(messages[0]?.mentions, []);
    assert.deepEqual((await reader.request('GET_CHANNEL', { channel_id: '99' })).data, {
      code: 4005,
      message: 'Invalid channel id: 99',
    });
    await Promise.all([blind.close(), reader.close()]);
  }),
);

test(
  'a category is not a channel for applications',
  withMockRpc(async (mock) => {
    mock.client.addGuild(guild('200', { channels: [textChannel('13', { type: 4 }), textChannel('14')] }));
    const client = await mock.authenticated(['rpc', 'messages.read']);
    const invalid = { code: 4005, message: 'Invalid channel id: 13' };
    for (const [cmd, evt] of [
      ['GET_CHANNEL'],
      ['SELECT_TEXT_CHANNEL'],
      ['SELECT_VOICE_CHANNEL'],
      ['SUBSCRIBE', 'MESSAGE_CREATE'],
    ] as const) {
      assert.deepEqual((await client.request(cmd, { channel_id: '13' }, evt)).data, invalid);
    }
    await client.request('SUBSCRIBE', {}, 'CHANNEL_CREATE');
    mock.client.dispatch('CHANNEL_CREATE', textChannel('15', { guild_id: '200', type: 4 }));
    mock.client.dispatch('CHANNEL_CREATE', textChannel('16', { guild_id: '200' }));
    assert.equal((await client.next(({ evt }) => evt === 'CHANNEL_CREATE')).data?.id, '16');
    await client.close();
  }),
);

test(
  'GET_CHANNEL shows a voice channel with who is in it',
  withMockRpc(async (mock) => {
    const voiceState = {
      session_id: 's',
      deaf: false,
      mute: true,
      self_deaf: false,
      self_mute: true,
      suppress: false,
    };
    mock.client.addGuild(
      guild('200', {
        channels: [textChannel('12', { type: 2, bitrate: 64_000, user_limit: 5 })],
        voice_states: [{ channel_id: '12', user_id: '1', ...voiceState }],
      }),
    );
    const client = await mock.authenticated();
    assert.deepEqual((await client.request('GET_CHANNEL', { channel_id: '12' })).data, {
      id: '12',
      guild_id: '200',
      name: 'channel-12',
      type: 2,
      position: 0,
      bitrate: 64_000,
      user_limit: 5,
      voice_states: [
        {
          ...VOICE_STATE_ENTRY,
          voice_state: { mute: true, deaf: false, self_mute: true, self_deaf: false, suppress: false },
        },
      ],
    });
    await client.close();
  }),
);

test(
  'SELECT_TEXT_CHANNEL shows the channel, null none; 4005 for none or a voice channel, 5001 in time',
  withMockRpc(async (mock) => {
    const channels = [textChannel('11'), textChannel('12', { type: 2 })];
    mock.client.addGuild(guild('200', { channels }));
    const client = await mock.authenticated();
    const select = (args: object) => client.request('SELECT_TEXT_CHANNEL', args);
    assert.equal((await select({ channel_id: '11' })).data?.name, 'channel-11');
    assert.equal(mock.client.selectedTextChannel, '11');
    for (const channel_id of ['12', '99']) {
      const invalid = { code: 4005, message: `Invalid channel id: ${channel_id}` };
      assert.deepEqual((await select({ channel_id })).data, invalid);
    }
    const timedOut = { code: 5001, message: 'Request to select text channel timed out.' };
    assert.deepEqual((await select({ channel_id: '99', timeout: 0.05 })).data, timedOut);
    assert.equal(mock.client.selectedTextChannel, '11');
    const arriving = select({ channel_id: '13', timeout: 60 });
    await client.request('GET_GUILDS');
    mock.client.dispatch('CHANNEL_CREATE', textChannel('13', { guild_id: '200' }));
    assert.equal((await arriving).data?.id, '13');
    const overtaken = select({ channel_id: '14', timeout: 5 });
    assert.equal((await select({ channel_id: null })).data, null);
    assert.equal(mock.client.selectedTextChannel, null);
    mock.client.dispatch('CHANNEL_CREATE', textChannel('14', { guild_id: '200' }));
    assert.deepEqual((await overtaken).data, timedOut);
    assert.equal(mock.client.selectedTextChannel, null);
    await client.close();
  }),
);

test(
  'GET_VOICE_SETTINGS returns every setting, and the default entry on a machine without sound',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    const { data } = await client.request('GET_VOICE_SETTINGS');
    assert.deepEqual(data, VOICE_SETTINGS);
    await client.close();
  }),
);

test(
  'SET_CERTIFIED_DEVICES answers null, and its report ends when the application disconnects',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    const device = {
      type: 'audioinput',
      id: '{0.0.1.00000000}.{CD1FD7EC}',
      vendor: { name: 'Acme', url: 'https://acme.example' },
      model: { name: 'Mic', url: 'https://acme.example/mic' },
      related: [],
      echo_cancellation: true,
    };
    const reply = await client.request('SET_CERTIFIED_DEVICES', { devices: [device] });
    assert.deepEqual(reply, { cmd: 'SET_CERTIFIED_DEVICES', data: null, evt: null, nonce: 'n2' });
    const reported = () => mock.hardware.certifiedDevices.all.find('audioinput', device.id);
    assert.deepEqual(reported(), device);
    const bad = await client.request('SET_CERTIFIED_DEVICES', { devices: [{ ...device, type: 'toaster' }] });
    assert.equal(bad.data?.code, 4000);
    assert.match(String(bad.data?.message), /^args\.devices\.0\.type: /);
    assert.deepEqual(reported(), device);
    await client.close();
    await eventually(() => reported() === null);
  }),
);

test(
  'nonces are echoed unchanged: numbers, repeated ones, any text',
  withMockRpc(async (mock) => {
    const client = await mock.connect();
    for (const nonce of [7, 7, 'not a uuid', '']) {
      client.send({ cmd: 'GET_GUILDS', nonce });
      assert.equal((await client.next()).nonce, nonce);
    }
    await client.close();
  }),
);

test(
  'revoking a grant closes its connections with 4003 at once, and no others',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    const stranger = await mock.connect();
    mock.client.dispatch('OAUTH2_TOKEN_REVOKE', { application_id: '999', token_hashes: null });
    mock.client.dispatch('OAUTH2_TOKEN_REVOKE', {
      application_id: '100',
      token_hashes: [hashSecret('another')],
    });
    assert.equal((await client.request('GET_GUILDS')).evt, null);
    mock.client.dispatch('OAUTH2_TOKEN_REVOKE', { application_id: '100', token_hashes: null });
    assert.deepEqual(await client.closed, { code: 4003, reason: 'Token Revoked' });
    assert.equal((await stranger.request('GET_GUILDS')).data?.code, 4006);
    await stranger.close();
  }),
);

test(
  'sessions are listed, and kick closes one',
  withMockRpc(async (mock) => {
    const client = await mock.authenticated();
    await client.request('SUBSCRIBE', {}, 'GUILD_CREATE');
    const [session] = mock.server.sessions.list();
    assert.ok(session);
    const { id, connected_at, last_seen_at, ...rest } = session;
    const { bytes_received, bytes_sent } = session;
    assert.ok(bytes_received > 100 && bytes_sent > bytes_received);
    assert.match(connected_at, /^\d{4}-/);
    assert.ok(last_seen_at >= connected_at);
    assert.deepEqual(rest, {
      application: { id: '100', name: 'Game', icon: null },
      registered: true,
      activity: null,
      transport: 'websocket',
      origin: ORIGIN,
      encoding: 'json',
      scopes: ['rpc', 'identify'],
      subscriptions: 1,
      subscribed: ['GUILD_CREATE'],
      frames_received: 2,
      frames_sent: 3,
      bytes_received,
      bytes_sent,
      key_capture: false,
      capturing_since: null,
    });
    assert.equal(mock.server.sessions.kick('nobody'), false);
    assert.equal(mock.server.sessions.kick(id), true);
    assert.equal((await client.closed).code, 1000);
    await eventually(() => mock.server.sessions.list().length === 0);
  }),
);
