import { ServiceError } from '#guildhall/client/service-error.js';
import type { RpcErrorName } from '#guildhall/protocol/rpc/errors.js';
import { APPLICATION, type MockRpc, ORIGIN } from '../helpers/mock-rpc.js';
import { message } from '../helpers/objects.js';
import { rpcMessage, USER, VOICE_SETTINGS, VOICE_STATE_ENTRY } from './expected.js';

/** One exchange: what is sent, and what comes back to the letter (`nonce` aside, which is echoed). */
export interface CommandRow {
  /** where the specification says so */
  readonly place: string;
  readonly cmd: string;
  readonly args?: unknown;
  readonly evt?: string;
  /** by default an authenticated connection with the scopes rpc, identify, messages.read */
  readonly scopes?: readonly string[] | null;
  readonly before?: (mock: MockRpc) => void;
  readonly data?: unknown;
  readonly error?: { readonly name: RpcErrorName; readonly message: string };
}

/** One event: what is subscribed to, what happens, and what is told. */
export interface EventRow {
  readonly place: string;
  readonly evt: string;
  readonly args?: object;
  readonly happens: (mock: MockRpc) => void;
  readonly data: unknown;
}

const TEXT = { id: '11', guild_id: '200', name: 'channel-11', type: 0, position: 0, topic: '', messages: [] };
const VOICE = {
  ...{ id: '12', guild_id: '200', name: 'channel-12', type: 2, position: 0 },
  ...{ bitrate: 64_000, user_limit: 0, voice_states: [VOICE_STATE_ENTRY] },
};
const CERTIFIED = {
  ...{ type: 'audioinput', id: '{CD1FD7EC}', related: [] },
  vendor: { name: 'Acme', url: 'https://acme.example' },
  model: { name: 'Mic', url: 'https://acme.example/mic' },
};

/** Puts the person into voice channel 12, or (null) out of it. */
function voiceState(mock: MockRpc, channel_id: string | null, fields: object = {}): void {
  mock.client.dispatch('VOICE_STATE_UPDATE', {
    ...{ guild_id: '200', channel_id, user_id: '1', session_id: 's' },
    ...{ deaf: false, mute: false, self_deaf: false, self_mute: false, suppress: false, ...fields },
  });
}

const inVoice = (mock: MockRpc) => voiceState(mock, '12');
const COMMANDS = 'docs/rpc.md, Commands';
const ERRORS = 'docs/rpc.md, Errors';

export const COMMAND_ROWS: readonly CommandRow[] = [
  {
    ...{ place: `${COMMANDS}: AUTHORIZE; Authentication 6`, cmd: 'AUTHORIZE', scopes: null },
    args: { client_id: '100', scopes: ['rpc'], rpc_token: 'one-time' },
    data: { code: 'code-1' },
  },
  {
    ...{ place: `${COMMANDS}: AUTHENTICATE`, cmd: 'AUTHENTICATE', scopes: null },
    args: { access_token: 'token' },
    before: (mock) => void mock.grant(['rpc'], { token: 'token' }),
    data: {
      application: {
        description: 'A game',
        icon: null,
        id: '100',
        rpc_origins: [ORIGIN],
        name: APPLICATION.name,
      },
      expires: '2099-06-29T19:09:52.361000+00:00',
      user: USER,
      scopes: ['rpc'],
    },
  },
  {
    place: `${COMMANDS}: GET_GUILDS`,
    cmd: 'GET_GUILDS',
    data: { guilds: [{ id: '200', name: 'Guild 200' }] },
  },
  {
    ...{ place: `${COMMANDS}: GET_GUILD`, cmd: 'GET_GUILD', args: { guild_id: '200' } },
    data: {
      ...{ id: '200', name: 'Guild 200', icon_url: null },
      members: [{ user: USER, status: 'offline', activity: null }],
    },
  },
  { place: `${COMMANDS}: GET_CHANNEL`, cmd: 'GET_CHANNEL', args: { channel_id: '11' }, data: TEXT },
  {
    ...{ place: 'docs/rpc.md, Commands', cmd: 'GET_CHANNEL', args: { channel_id: '12' } },
    before: inVoice,
    data: VOICE,
  },
  {
    ...{ place: `${COMMANDS}: GET_CHANNELS`, cmd: 'GET_CHANNELS', args: { guild_id: '200' } },
    data: {
      channels: [
        { id: '11', name: 'channel-11', type: 0 },
        { id: '12', name: 'channel-12', type: 2 },
        { id: '13', name: 'channel-13', type: 2 },
      ],
    },
  },
  {
    ...{ place: `${COMMANDS}: SET_USER_VOICE_SETTINGS`, cmd: 'SET_USER_VOICE_SETTINGS' },
    args: { user_id: '1', pan: { left: 0.5, right: 1 }, volume: 200, mute: true },
    data: { user_id: '1', pan: { left: 0.5, right: 1 }, volume: 200, mute: true },
  },
  {
    ...{
      place: `${COMMANDS}: SELECT_VOICE_CHANNEL`,
      cmd: 'SELECT_VOICE_CHANNEL',
      args: { channel_id: '12' },
    },
    data: VOICE,
  },
  {
    ...{ place: 'docs/rpc.md, Voice settings', cmd: 'SELECT_VOICE_CHANNEL', args: { channel_id: null } },
    before: inVoice,
    data: null,
  },
  { place: `${COMMANDS}: GET_SELECTED_VOICE_CHANNEL`, cmd: 'GET_SELECTED_VOICE_CHANNEL', data: null },
  {
    place: `${COMMANDS}: GET_SELECTED_VOICE_CHANNEL`,
    cmd: 'GET_SELECTED_VOICE_CHANNEL',
    before: inVoice,
    data: VOICE,
  },
  {
    place: `${COMMANDS}: SELECT_TEXT_CHANNEL`,
    cmd: 'SELECT_TEXT_CHANNEL',
    args: { channel_id: '11' },
    data: TEXT,
  },
  {
    place: `${COMMANDS}: SELECT_TEXT_CHANNEL`,
    cmd: 'SELECT_TEXT_CHANNEL',
    args: { channel_id: null },
    data: null,
  },
  { place: `${COMMANDS}: GET_VOICE_SETTINGS`, cmd: 'GET_VOICE_SETTINGS', data: VOICE_SETTINGS },
  {
    ...{ place: `${COMMANDS}: SET_VOICE_SETTINGS`, cmd: 'SET_VOICE_SETTINGS', args: { mute: true } },
    data: { ...VOICE_SETTINGS, mute: true },
  },
  { place: `${COMMANDS}: SUBSCRIBE`, cmd: 'SUBSCRIBE', evt: 'GUILD_CREATE', data: { evt: 'GUILD_CREATE' } },
  {
    place: `${COMMANDS}: UNSUBSCRIBE`,
    cmd: 'UNSUBSCRIBE',
    evt: 'GUILD_CREATE',
    data: { evt: 'GUILD_CREATE' },
  },
  { place: `${COMMANDS}: CAPTURE_SHORTCUT`, cmd: 'CAPTURE_SHORTCUT', args: { action: 'STOP' }, data: null },
  {
    ...{
      place: `${COMMANDS}: SET_CERTIFIED_DEVICES`,
      cmd: 'SET_CERTIFIED_DEVICES',
      args: { devices: [CERTIFIED] },
    },
    data: null,
  },

  {
    ...{ place: 'docs/rpc.md, Errors', cmd: 'CAPTURE_SHORTCUT', args: { action: 'START' } },
    before: (mock) => mock.hardware.setUnavailable('keyboard-mouse', 'no DISPLAY'),
    error: { name: 'UNKNOWN_ERROR', message: 'Shortcuts cannot be captured on this machine: no DISPLAY' },
  },
  {
    ...{ place: 'docs/rpc.md, Errors', cmd: 'SET_USER_VOICE_SETTINGS' },
    args: { user_id: '1', volume: 201 },
    error: { name: 'INVALID_PAYLOAD', message: 'args.volume: must be <= 200' },
  },
  {
    ...{ place: 'docs/rpc.md, Errors', cmd: 'DANCE' },
    error: { name: 'INVALID_COMMAND', message: 'Invalid command: DANCE' },
  },
  {
    ...{ place: 'docs/rpc.md, Errors', cmd: 'GET_GUILD', args: { guild_id: '7' } },
    error: { name: 'INVALID_GUILD', message: 'Invalid guild id: 7' },
  },
  {
    ...{ place: 'docs/rpc.md, Errors', cmd: 'SUBSCRIBE', evt: 'READY' },
    error: { name: 'INVALID_EVENT', message: 'Invalid event: READY' },
  },
  {
    ...{ place: 'docs/rpc.md, Errors', cmd: 'GET_CHANNEL', args: { channel_id: '7' } },
    error: { name: 'INVALID_CHANNEL', message: 'Invalid channel id: 7' },
  },
  {
    ...{ place: `${ERRORS}: 4006`, cmd: 'GET_GUILDS', scopes: null },
    error: { name: 'INVALID_PERMISSIONS', message: 'Not authenticated or invalid scope' },
  },
  {
    ...{ place: `${ERRORS}: 4006`, cmd: 'DISPATCH', scopes: null },
    error: { name: 'INVALID_PERMISSIONS', message: 'Not authenticated or invalid scope' },
  },
  {
    ...{ place: `${ERRORS}: 4007`, cmd: 'AUTHORIZE', scopes: null, args: {} },
    error: { name: 'INVALID_CLIENT_ID', message: 'No client id provided' },
  },
  {
    ...{ place: `${ERRORS}: 4007`, cmd: 'AUTHORIZE', scopes: null },
    error: { name: 'INVALID_CLIENT_ID', message: 'No client id provided' },
  },
  {
    ...{ place: `${ERRORS}: 4007`, cmd: 'AUTHORIZE', scopes: null, args: { scopes: ['rpc'] } },
    error: { name: 'INVALID_CLIENT_ID', message: 'No client id provided' },
  },
  {
    ...{
      place: 'docs/rpc.md, Errors',
      cmd: 'AUTHENTICATE',
      scopes: null,
      args: { access_token: 'x' },
    },
    error: { name: 'INVALID_TOKEN', message: 'Invalid token' },
  },
  {
    ...{ place: 'docs/rpc.md, Errors', cmd: 'SET_USER_VOICE_SETTINGS', args: { user_id: '7' } },
    error: { name: 'INVALID_USER', message: 'Invalid user id: 7' },
  },
  {
    ...{ place: 'docs/rpc.md, Errors', cmd: 'AUTHORIZE', scopes: null },
    args: { client_id: '100', scopes: ['rpc'] },
    before(mock) {
      mock.client.refusal = new ServiceError('no', 403, 0, {
        error: 'access_denied',
        description: 'not approved',
      });
    },
    error: { name: 'OAUTH2_ERROR', message: 'OAuth2 Error: access_denied: not approved' },
  },
  {
    ...{ place: 'docs/rpc.md, Errors', cmd: 'SELECT_VOICE_CHANNEL' },
    args: { channel_id: '7', timeout: 0.01 },
    error: { name: 'SELECT_CHANNEL_TIMED_OUT', message: 'Request to select voice channel timed out.' },
  },
  {
    ...{ place: 'docs/rpc.md, Errors', cmd: 'SELECT_TEXT_CHANNEL' },
    args: { channel_id: '7', timeout: 0.01 },
    error: { name: 'SELECT_CHANNEL_TIMED_OUT', message: 'Request to select text channel timed out.' },
  },
  {
    ...{ place: 'docs/rpc.md, Errors', cmd: 'GET_GUILD', args: { guild_id: '7', timeout: 0.01 } },
    error: { name: 'GET_GUILD_TIMED_OUT', message: 'Request to get guild timed out.' },
  },
  {
    ...{ place: `${ERRORS}: 5003`, cmd: 'SELECT_VOICE_CHANNEL', args: { channel_id: '13' }, before: inVoice },
    error: { name: 'SELECT_VOICE_FORCE_REQUIRED', message: 'User is already joined to a voice channel.' },
  },
];

const EVENTS = 'docs/rpc.md, Events';
const channel = { channel_id: '12' };

export const EVENT_ROWS: readonly EventRow[] = [
  {
    ...{ place: `${EVENTS}: GUILD_STATUS`, evt: 'GUILD_STATUS', args: { guild_id: '200' } },
    happens: (mock) =>
      mock.client.dispatch('PRESENCE_UPDATE', {
        guild_id: '200',
        user: { id: '1' },
        status: 'online',
        game: null,
      }),
    data: { guild: { id: '200', name: 'Guild 200', icon_url: null }, online: 1 },
  },
  {
    ...{ place: `${EVENTS}: CHANNEL_CREATE`, evt: 'CHANNEL_CREATE' },
    happens: (mock) =>
      mock.client.dispatch('CHANNEL_CREATE', { id: '14', guild_id: '200', name: 'new', type: 0 }),
    data: { id: '14', name: 'new', type: 0 },
  },
  {
    ...{ place: `${EVENTS}: VOICE_CHANNEL_SELECT`, evt: 'VOICE_CHANNEL_SELECT', happens: inVoice },
    data: { channel_id: '12', guild_id: '200' },
  },
  {
    place: `${EVENTS}: VOICE_STATE_CREATE`,
    evt: 'VOICE_STATE_CREATE',
    args: channel,
    happens: inVoice,
    data: VOICE_STATE_ENTRY,
  },
  {
    ...{ place: `${EVENTS}: VOICE_STATE_UPDATE`, evt: 'VOICE_STATE_UPDATE', args: channel },
    happens(mock) {
      voiceState(mock, '12');
      voiceState(mock, '12', { self_mute: true });
    },
    data: { ...VOICE_STATE_ENTRY, voice_state: { ...VOICE_STATE_ENTRY.voice_state, self_mute: true } },
  },
  {
    ...{ place: `${EVENTS}: VOICE_STATE_DELETE`, evt: 'VOICE_STATE_DELETE', args: channel },
    happens(mock) {
      voiceState(mock, '12');
      voiceState(mock, null);
    },
    data: VOICE_STATE_ENTRY,
  },
  {
    ...{ place: `${EVENTS}: VOICE_CONNECTION_STATUS`, evt: 'VOICE_CONNECTION_STATUS' },
    happens: (mock) =>
      mock.link.become({
        state: 'NO_ROUTE',
        hostname: 'v',
        pings: [20, 13.37],
        average_ping: 16.685,
        last_ping: 20,
      }),
    data: { state: 'NO_ROUTE', hostname: 'v', pings: [20, 13.37], average_ping: 16.685, last_ping: 20 },
  },
  {
    ...{ place: `${EVENTS}: SPEAKING_START`, evt: 'SPEAKING_START', args: channel },
    happens: (mock) => mock.link.emit('speakingStart', { channelId: '12', userId: '1' }),
    data: { user_id: '1' },
  },
  {
    ...{ place: `${EVENTS}: SPEAKING_STOP`, evt: 'SPEAKING_STOP', args: channel },
    happens: (mock) => mock.link.emit('speakingStop', { channelId: '12', userId: '1' }),
    data: { user_id: '1' },
  },
  {
    ...{ place: `${EVENTS}: MESSAGE_CREATE`, evt: 'MESSAGE_CREATE', args: { channel_id: '11' } },
    happens: (mock) => mock.client.dispatch('MESSAGE_CREATE', message('900', '11')),
    data: { channel_id: '11', message: rpcMessage('900') },
  },
  {
    ...{ place: `${EVENTS}: MESSAGE_UPDATE`, evt: 'MESSAGE_UPDATE', args: { channel_id: '11' } },
    happens: (mock) => mock.client.dispatch('MESSAGE_UPDATE', message('900', '11')),
    data: { channel_id: '11', message: rpcMessage('900') },
  },
  {
    ...{ place: `${EVENTS}: MESSAGE_DELETE`, evt: 'MESSAGE_DELETE', args: { channel_id: '11' } },
    happens: (mock) => mock.client.dispatch('MESSAGE_DELETE', { id: '900', channel_id: '11' }),
    data: { channel_id: '11', message: { id: '900' } },
  },
  {
    ...{ place: `${EVENTS}: NOTIFICATION_CREATE`, evt: 'NOTIFICATION_CREATE' },
    happens: (mock) =>
      mock.client.dispatch(
        'MESSAGE_CREATE',
        message('900', '11', { author: { id: '2', username: 'bob', discriminator: '0002', avatar: null } }),
      ),
    data: {
      channel_id: '11',
      message: {
        ...rpcMessage('900'),
        author: { id: '2', username: 'bob', discriminator: '0002', avatar: null },
      },
      icon_url: 'http://cdn.example/embed/avatars/2.png',
      title: 'bob (#channel-11, Guild 200)',
      body: 'message 900',
    },
  },
];
