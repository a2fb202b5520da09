import type { Json } from '../kernel/json.js';
import { findBy, textAt, valueAt } from '../kernel/json.js';
import type { Row, Table } from '../kernel/row.js';
import type { Shape } from '../kernel/shape.js';
import {
  anything,
  filled,
  is,
  list,
  nothing,
  nullable,
  object,
  snowflake,
  text,
  timestamp,
} from '../kernel/shape.js';
import type { World } from '../kernel/world.js';
import {
  applicationFields,
  combo,
  pan,
  partialGuild,
  partialUser,
  textChannelFields,
  voiceChannelFields,
  voiceSettings,
} from './shapes.js';
import { joinVoice } from './support.js';

/** A command that a connection sends once it is authenticated, and the data of its reply. */
interface Command {
  readonly cmd: string;
  readonly says: string;
  readonly args: (world: World) => Json;
  readonly data: (world: World) => Shape;
  readonly evt?: string;
}

const partialChannel = object({ id: snowflake, name: text, type: anything });
const guildMember = object({ user: partialUser, status: text, activity: nullable(anything) });
const guild = object({ id: snowflake, name: text, icon_url: nullable(text), members: filled(guildMember) });
const textChannel = object(textChannelFields);

const COMMANDS: readonly Command[] = [
  {
    cmd: 'GET_GUILDS',
    says: 'guilds (partial)',
    args: () => ({}),
    data: () => object({ guilds: filled(partialGuild) }),
  },
  {
    cmd: 'GET_GUILD',
    says: 'id, name, icon_url, members',
    args: (world) => ({ guild_id: world.guild.id }),
    data: () => guild,
  },
  {
    cmd: 'GET_GUILD',
    says: 'timeout',
    args: (world) => ({ guild_id: world.guild.id, timeout: 5 }),
    data: () => guild,
  },
  {
    cmd: 'GET_CHANNEL',
    says: 'RPC channel',
    args: (world) => ({ channel_id: world.guild.text }),
    data: () => textChannel,
  },
  {
    cmd: 'GET_CHANNELS',
    says: 'channels (partial)',
    args: (world) => ({ guild_id: world.guild.id }),
    data: () => object({ channels: filled(partialChannel) }),
  },
  {
    cmd: 'SET_USER_VOICE_SETTINGS',
    says: 'echoes user_id, pan, volume, mute',
    args: (world) => ({ user_id: world.ada.id, pan: { left: 0.5, right: 1 }, volume: 150, mute: true }),
    data: (world) => is({ user_id: world.ada.id, pan: { left: 0.5, right: 1 }, volume: 150, mute: true }),
  },
  {
    cmd: 'SET_USER_VOICE_SETTINGS',
    says: 'pan, volume and mute are optional',
    args: (world) => ({ user_id: world.ada.id, mute: false }),
    data: (world) => object({ user_id: is(world.ada.id), mute: is(false), pan, volume: anything }),
  },
  { cmd: 'GET_SELECTED_VOICE_CHANNEL', says: 'null if none', args: () => ({}), data: () => nothing },
  {
    cmd: 'SELECT_TEXT_CHANNEL',
    says: 'RPC channel',
    args: (world) => ({ channel_id: world.guild.text, timeout: 5 }),
    data: () => textChannel,
  },
  {
    cmd: 'SELECT_TEXT_CHANNEL',
    says: 'null to leave',
    args: () => ({ channel_id: null }),
    data: () => nothing,
  },
  { cmd: 'GET_VOICE_SETTINGS', says: 'voice settings', args: () => ({}), data: () => voiceSettings },
  { cmd: 'SET_VOICE_SETTINGS', says: 'every field optional', args: () => ({}), data: () => voiceSettings },
  {
    cmd: 'SET_VOICE_SETTINGS',
    says: 'full object after the change',
    args: () => ({ mute: true, deaf: false }),
    data: () => object({ mute: is(true), input: anything, output: anything, mode: anything }),
  },
  {
    cmd: 'SUBSCRIBE',
    evt: 'GUILD_CREATE',
    says: 'evt',
    args: () => ({}),
    data: () => is({ evt: 'GUILD_CREATE' }),
  },
  { cmd: 'SET_CERTIFIED_DEVICES', says: 'null', args: () => ({ devices: [] }), data: () => nothing },
];

function commandRow({ cmd, says, args, data, evt }: Command): Row {
  return {
    line: `${cmd}: ${says}`,
    async check(trial) {
      const reply = await trial.data(await trial.authenticated(), cmd, args(trial.world), evt);
      trial.expect(reply, data(trial.world));
    },
  };
}

const OTHERS: readonly Row[] = [
  {
    line: 'DISPATCH: event dispatch',
    notApplicable: 'the arguments of the command are not shown; its events are below',
  },
  {
    line: 'AUTHORIZE: code',
    async check(trial) {
      trial.note('AUTHORIZE with scopes and client_id; the person approves');
      const code = await trial.world.authorize(trial.world.game);
      trial.received.push('{code: "<secret>"}');
      trial.expect(code, text, 'code');
    },
  },
  {
    line: 'AUTHENTICATE: user, scopes, expires, application',
    async check(trial) {
      const connection = trial.connect();
      await connection.event('READY');
      const token = await trial.world.token(trial.world.game);
      const data = await trial.data(connection, 'AUTHENTICATE', { access_token: token });
      const application = object(applicationFields);
      trial.expect(
        data,
        object({ user: partialUser, scopes: filled(text), expires: timestamp, application }),
      );
    },
  },
  {
    line: 'SELECT_VOICE_CHANNEL: RPC channel object',
    async check(trial) {
      const data = await joinVoice(trial, await trial.authenticated(), trial.world.guild.voice);
      trial.expect(data, object(voiceChannelFields));
    },
  },
  {
    line: 'GET_SELECTED_VOICE_CHANNEL: RPC channel object',
    async check(trial) {
      const connection = await trial.authenticated();
      await joinVoice(trial, connection, trial.world.guild.voice);
      const data = await trial.data(connection, 'GET_SELECTED_VOICE_CHANNEL', {});
      trial.expect(data, object(voiceChannelFields));
    },
  },
  {
    line: 'SET_VOICE_SETTINGS: only passed fields are updated',
    async check(trial) {
      const connection = await trial.authenticated();
      const before = await trial.data(connection, 'SET_VOICE_SETTINGS', { input: { volume: 33 }, qos: true });
      const after = await trial.data(connection, 'SET_VOICE_SETTINGS', { silence_warning: true });
      trial.expect(
        { ...(after as object), silence_warning: valueAt(before, 'silence_warning') ?? null },
        is(before),
      );
    },
  },
  {
    line: 'UNSUBSCRIBE: evt',
    async check(trial) {
      const connection = await trial.authenticated();
      await trial.data(connection, 'SUBSCRIBE', {}, 'GUILD_CREATE');
      trial.expect(
        await trial.data(connection, 'UNSUBSCRIBE', {}, 'GUILD_CREATE'),
        is({ evt: 'GUILD_CREATE' }),
      );
    },
  },
  {
    line: 'CAPTURE_SHORTCUT START: shortcut, asynchronously; STOP: null',
    async check(trial) {
      const connection = await trial.authenticated();
      const nonce = connection.send('CAPTURE_SHORTCUT', { action: 'START' });
      trial.expect(await trial.data(connection, 'CAPTURE_SHORTCUT', { action: 'STOP' }), nothing);
      const { data } = trial.answered(await connection.reply(nonce));
      trial.expect(data, object({ shortcut: list(combo) }));
    },
  },
  {
    line: 'GET_GUILD, GET_CHANNEL and GET_CHANNELS cover only guilds and channels the client is in',
    async check(trial) {
      const { world } = trial;
      const body = { name: 'Elsewhere', channels: [{ name: 'far', type: 0 }] };
      const made = await world.rest({ method: 'POST', path: '/guilds', as: world.rival.bot, body });
      const id = textAt(made.body, 'id');
      const path = `/guilds/${id}/channels`;
      const channels = (await world.rest({ method: 'GET', path, as: world.rival.bot })).body;
      const connection = await trial.authenticated();
      await trial.refused(connection, 4003, 'GET_GUILD', { guild_id: id });
      await trial.refused(connection, 4003, 'GET_CHANNELS', { guild_id: id });
      const channel_id = textAt(findBy(channels, 'name', 'far'), 'id');
      await trial.refused(connection, 4005, 'GET_CHANNEL', { channel_id });
    },
  },
];

export const RPC_COMMANDS: Table = { title: 'RPC commands', rows: [...OTHERS, ...COMMANDS.map(commandRow)] };
