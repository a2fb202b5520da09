import { fieldRows } from '../kernel/field-table.js';
import { findBy, type Json, listAt, valueAt } from '../kernel/json.js';
import type { Table } from '../kernel/row.js';
import { color, filled, is, object, text } from '../kernel/shape.js';
import type { Trial } from '../kernel/trial.js';
import {
  applicationFields,
  combo,
  inputFields,
  messageFields,
  modeFields,
  textChannelFields,
  voiceChannelFields,
  voiceSettingsFields,
  voiceStateFields,
} from './shapes.js';

async function application(trial: Trial): Promise<Json> {
  const { world } = trial;
  const connection = trial.connect();
  await connection.event('READY');
  const data = await trial.data(connection, 'AUTHENTICATE', { access_token: await world.token(world.game) });
  return valueAt(data, 'application') ?? null;
}

async function channel(trial: Trial, id: string): Promise<Json> {
  return trial.data(await trial.authenticated(), 'GET_CHANNEL', { channel_id: id });
}

/** What a subscriber receives of a message of Ada's. */
async function message(trial: Trial): Promise<Json> {
  const { guild } = trial.world;
  const connection = await trial.authenticated();
  await connection.request('SUBSCRIBE', { channel_id: guild.text }, 'MESSAGE_CREATE');
  trial.note('POST /channels/<id>/messages by another person', '200');
  await trial.world.say('hello');
  return valueAt(await trial.seen(connection, 'MESSAGE_CREATE'), 'message') ?? null;
}

/** The entry of the person in a voice channel they are in. */
async function voiceState(trial: Trial): Promise<Json> {
  const { guild, me } = trial.world;
  const connection = await trial.authenticated();
  trial.afterwards(() => connection.request('SELECT_VOICE_CHANNEL', { channel_id: null }));
  const joined = await trial.data(connection, 'SELECT_VOICE_CHANNEL', {
    channel_id: guild.voice,
    timeout: 30,
  });
  const entries = listAt(joined, 'voice_states').map((entry) => ({
    id: valueAt(entry, 'user', 'id') ?? null,
    entry,
  }));
  return valueAt(findBy(entries, 'id', me.id), 'entry') ?? null;
}

async function settings(trial: Trial): Promise<Json> {
  return trial.data(await trial.authenticated(), 'GET_VOICE_SETTINGS', {});
}

async function settingsPart(trial: Trial, part: string): Promise<Json> {
  return valueAt(await settings(trial), part) ?? null;
}

export const RPC_OBJECTS: Table = {
  title: 'RPC structures',
  rows: [
    ...fieldRows('OAuth2 application', application, applicationFields),
    ...fieldRows('RPC channel, text', (trial) => channel(trial, trial.world.guild.text), textChannelFields),
    ...fieldRows(
      'RPC channel, voice',
      (trial) => channel(trial, trial.world.guild.voice),
      voiceChannelFields,
    ),
    ...fieldRows('Voice state entry', voiceState, voiceStateFields),
    ...fieldRows('Message', message, { ...messageFields, author_color: color }),
    ...fieldRows('Message, content_parsed', message, {
      content_parsed: filled(object({ content: text, type: text })),
    }),
    ...fieldRows('Voice settings', settings, voiceSettingsFields),
    ...fieldRows('Voice settings, input', (trial) => settingsPart(trial, 'input'), inputFields),
    ...fieldRows('Voice settings, output', (trial) => settingsPart(trial, 'output'), inputFields),
    ...fieldRows('Voice settings, mode', (trial) => settingsPart(trial, 'mode'), modeFields),
    {
      line: 'Shortcut key combo: type, code, name',
      async check(trial) {
        const connection = await trial.authenticated();
        const shortcut = [{ type: 0, code: 12, name: 'i' }];
        const data = await trial.data(connection, 'SET_VOICE_SETTINGS', {
          mode: { type: 'PUSH_TO_TALK', shortcut },
        });
        trial.expect(valueAt(data, 'mode', 'shortcut'), filled(combo), 'shortcut');
        trial.expect(valueAt(data, 'mode', 'shortcut', 0, 'code'), is(12), 'code');
      },
    },
  ],
};
