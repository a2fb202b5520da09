import { APPLICATION } from '../../helpers/mock-rpc.js';

export interface Payload {
  readonly cmd: string;
  readonly evt?: string;
  readonly nonce: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const DEVICE = {
  type: 'audioinput',
  id: '{CD1FD7EC}',
  vendor: { name: 'Acme', url: 'https://acme.example' },
  model: { name: 'Headset', url: 'https://acme.example/headset' },
  related: ['{4B1D5C0D}'],
  echo_cancellation: true,
};

const COMMANDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  AUTHORIZE: { client_id: APPLICATION.id, scopes: ['rpc', 'identify'], rpc_token: 'token', username: 'ada' },
  AUTHENTICATE: { access_token: 'guess' },
  GET_GUILDS: {},
  GET_GUILD: { guild_id: '9', timeout: 1 },
  GET_CHANNEL: { channel_id: '10' },
  GET_CHANNELS: { guild_id: '9' },
  SET_USER_VOICE_SETTINGS: { user_id: '1', pan: { left: 0.5, right: 1 }, volume: 100, mute: false },
  SELECT_VOICE_CHANNEL: { channel_id: '11', timeout: 1, force: true },
  GET_SELECTED_VOICE_CHANNEL: {},
  SELECT_TEXT_CHANNEL: { channel_id: '10', timeout: 1 },
  GET_VOICE_SETTINGS: {},
  SET_VOICE_SETTINGS: {
    input: { device_id: 'default', volume: 50 },
    output: { device_id: 'default', volume: 150 },
    mode: {
      type: 'PUSH_TO_TALK',
      auto_threshold: true,
      threshold: -60,
      shortcut: [{ type: 0, code: 12, name: 'i' }],
      delay: 20,
    },
    automatic_gain_control: true,
    echo_cancellation: true,
    noise_suppression: true,
    qos: true,
    silence_warning: true,
    deaf: false,
    mute: false,
  },
  CAPTURE_SHORTCUT: { action: 'START' },
  SET_CERTIFIED_DEVICES: { devices: [DEVICE] },
};

const EVENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  GUILD_STATUS: { guild_id: '9' },
  GUILD_CREATE: {},
  CHANNEL_CREATE: {},
  VOICE_CHANNEL_SELECT: {},
  VOICE_STATE_CREATE: { channel_id: '11' },
  VOICE_STATE_UPDATE: { channel_id: '11' },
  VOICE_STATE_DELETE: { channel_id: '11' },
  VOICE_SETTINGS_UPDATE: {},
  VOICE_CONNECTION_STATUS: {},
  SPEAKING_START: { channel_id: '11' },
  SPEAKING_STOP: { channel_id: '11' },
  MESSAGE_CREATE: { channel_id: '10' },
  MESSAGE_UPDATE: { channel_id: '10' },
  MESSAGE_DELETE: { channel_id: '10' },
  NOTIFICATION_CREATE: {},
  CAPTURE_SHORTCUT_CHANGE: {},
};

/** A right payload of every command, and of SUBSCRIBE and UNSUBSCRIBE for every event. */
export const VALID_PAYLOADS: readonly Payload[] = [
  ...Object.entries(COMMANDS).map(([cmd, args]) => ({ cmd, nonce: 'n', args })),
  ...Object.entries(EVENTS).flatMap(([evt, args]) =>
    ['SUBSCRIBE', 'UNSUBSCRIBE'].map((cmd) => ({ cmd, evt, nonce: 'n', args })),
  ),
];
