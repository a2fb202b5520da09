import { valueAt } from '../kernel/json.js';
import type { Row, Table } from '../kernel/row.js';
import { is, nothing, oneOf } from '../kernel/shape.js';
import { PRIVATE_CHANNEL_ROWS } from './private-channels.js';

const KEY_TYPES = { KEYBOARD_KEY: 0, MOUSE_BUTTON: 1, KEYBOARD_MODIFIER_KEY: 2, GAMEPAD_BUTTON: 3 };
const DEVICE_TYPES = { AUDIO_INPUT: 'audioinput', AUDIO_OUTPUT: 'audiooutput', VIDEO_INPUT: 'videoinput' };
const MODES = ['PUSH_TO_TALK', 'VOICE_ACTIVITY'];
const CHANNEL_TYPES = { 'guild text': 0, 'guild voice': 2 };
const VOICE_CONNECTION_STATES = [
  ...['DISCONNECTED', 'AWAITING_ENDPOINT', 'AUTHENTICATING', 'CONNECTING', 'CONNECTED', 'VOICE_DISCONNECTED'],
  ...['VOICE_CONNECTING', 'VOICE_CONNECTED', 'NO_ROUTE', 'ICE_CHECKING'],
];
/** Those that a connection on one machine passes through. */
const SEEN_STATES = VOICE_CONNECTION_STATES.filter(
  (state) => !['VOICE_DISCONNECTED', 'NO_ROUTE'].includes(state),
);

function keyTypeRow([name, type]: [string, number]): Row {
  return {
    line: `Key type ${name} = ${type}`,
    async check(trial) {
      const shortcut = [{ type, code: 1, name: 'key' }];
      const data = await trial.data(await trial.authenticated(), 'SET_VOICE_SETTINGS', {
        mode: { shortcut },
      });
      trial.expect(valueAt(data, 'mode', 'shortcut', 0, 'type'), is(type), 'type');
    },
  };
}

function deviceTypeRow([name, type]: [string, string]): Row {
  return {
    line: `Device type ${name} = ${type}`,
    async check(trial) {
      const maker = { name: 'Vendor', url: 'https://example.com' };
      const device = {
        type,
        id: 'aa8f12e3-5c3a-4b1e-9a63-5a7a1f3f1c11',
        vendor: maker,
        model: maker,
        related: [],
      };
      const reply = await trial.command(await trial.authenticated(), 'SET_CERTIFIED_DEVICES', {
        devices: [device],
      });
      trial.expect(reply.data, nothing);
      trial.expect(reply.evt ?? null, nothing, 'evt');
    },
  };
}

function modeRow(type: string): Row {
  return {
    line: `Voice mode ${type}`,
    async check(trial) {
      const data = await trial.data(await trial.authenticated(), 'SET_VOICE_SETTINGS', { mode: { type } });
      trial.expect(valueAt(data, 'mode', 'type'), is(type), 'type');
    },
  };
}

function voiceStateRow(state: string): Row {
  const line = `Voice connection state ${state}`;
  if (!SEEN_STATES.includes(state))
    return {
      line,
      notApplicable: 'packets within one machine are not lost; test/voice/connection loses them',
    };
  return {
    line,
    async check(trial) {
      const connection = await trial.authenticated();
      const watcher = await trial.authenticated();
      await watcher.request('SUBSCRIBE', {}, 'VOICE_CONNECTION_STATUS');
      trial.afterwards(() => connection.request('SELECT_VOICE_CHANNEL', { channel_id: null }));
      await trial.data(connection, 'SELECT_VOICE_CHANNEL', {
        channel_id: trial.world.guild.voice,
        timeout: 30,
      });
      if (state === 'DISCONNECTED')
        await trial.data(connection, 'SELECT_VOICE_CHANNEL', { channel_id: null });
      for (let from = 0; ; ) {
        const frame = await watcher.event('VOICE_CONNECTION_STATUS', from);
        from = watcher.frames.indexOf(frame) + 1;
        trial.expect(valueAt(frame, 'data', 'state'), oneOf(...VOICE_CONNECTION_STATES), 'state');
        trial.events.push(String(valueAt(frame, 'data', 'state')));
        if (valueAt(frame, 'data', 'state') === state) break;
      }
    },
  };
}

export const RPC_ENUMERATIONS: Table = {
  title: 'RPC enumerations',
  rows: [
    ...Object.entries(KEY_TYPES).map(keyTypeRow),
    ...Object.entries(DEVICE_TYPES).map(deviceTypeRow),
    ...MODES.map(modeRow),
    ...VOICE_CONNECTION_STATES.map(voiceStateRow),
    ...Object.entries(CHANNEL_TYPES).map(
      ([name, type]): Row => ({
        line: `RPC channel type ${name} = ${type}`,
        async check(trial) {
          const { guild } = trial.world;
          const id = type === 0 ? guild.text : guild.voice;
          const data = await trial.data(await trial.authenticated(), 'GET_CHANNEL', { channel_id: id });
          trial.expect(valueAt(data, 'type'), is(type), 'type');
        },
      }),
    ),
    ...PRIVATE_CHANNEL_ROWS,
  ],
};
