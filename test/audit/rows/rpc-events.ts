import { type Json, textAt, valueAt } from '../kernel/json.js';
import type { Row, Table } from '../kernel/row.js';
import {
  filled,
  integer,
  is,
  list,
  nullable,
  number,
  object,
  oneOf,
  type Shape,
  snowflake,
  text,
} from '../kernel/shape.js';
import type { Trial } from '../kernel/trial.js';
import type { World } from '../kernel/world.js';
import { combo, messageFields, voiceSettings, voiceStateFields } from './shapes.js';
import { joinVoice, moveAda, subscriber } from './support.js';

/** An event that a second connection subscribes to, what causes it, and its data. */
interface SubscribedEvent {
  readonly evt: string;
  readonly when: string;
  readonly args?: (world: World) => Json;
  readonly before?: (trial: Trial) => Promise<unknown>;
  readonly cause: (trial: Trial) => Promise<unknown>;
  readonly data: (world: World) => Shape;
}

const inText = (world: World): Json => ({ channel_id: world.guild.text });
const inVoice = (world: World): Json => ({ channel_id: world.guild.voice });
const voiceState = object(voiceStateFields);

function messageEvent(message: Shape): (world: World) => Shape {
  return (world) => object({ channel_id: is(world.guild.text), message });
}

async function editMessage(trial: Trial, change: 'PATCH' | 'DELETE'): Promise<void> {
  const { world } = trial;
  const path = `/channels/${world.guild.text}/messages/${textAt(await world.say('first'), 'id')}`;
  const as = world.ada.token;
  await trial.rest(
    change === 'PATCH'
      ? { method: change, path, as, body: { content: 'second' } }
      : { method: change, path, as },
  );
}

async function adaLeaves(trial: Trial): Promise<void> {
  await moveAda(trial, null);
}

async function adaJoins(trial: Trial): Promise<void> {
  trial.afterwards(() => moveAda(trial, null));
  await moveAda(trial, trial.world.guild.voice);
}

/** Ada joins, and a subscriber has heard of it: what follows comes later. */
async function adaIsThere(trial: Trial): Promise<void> {
  const watcher = await subscriber(trial, 'VOICE_STATE_CREATE', inVoice(trial.world));
  await adaJoins(trial);
  await watcher.event('VOICE_STATE_CREATE');
}

const EVENTS: readonly SubscribedEvent[] = [
  {
    evt: 'GUILD_STATUS',
    when: "a subscribed guild's state changes",
    args: (world) => ({ guild_id: world.guild.id }),
    cause: ({ world }) => {
      const path = `/guilds/${world.guild.id}`;
      return world.rest({
        method: 'PATCH',
        path,
        as: world.game.bot,
        body: { name: world.uniqueName('Castle ') },
      });
    },
    data: (world) =>
      object({
        guild: object({ id: is(world.guild.id), name: text, icon_url: nullable(text) }),
        online: integer,
      }),
  },
  {
    evt: 'GUILD_CREATE',
    when: 'a guild is created or joined on the client',
    cause: async ({ world }) => {
      const body = { name: 'Manor', channels: [{ name: 'hall', type: 0 }] };
      const made = (await world.rest({ method: 'POST', path: '/guilds', as: world.rival.bot, body })).body;
      const path = `/guilds/${textAt(made, 'id')}/channels`;
      const channels = (await world.rest({ method: 'GET', path, as: world.rival.bot })).body;
      await world.join(world.rival.bot, textAt(channels, 0, 'id'), world.me);
    },
    data: () => object({ id: snowflake, name: is('Manor') }),
  },
  {
    evt: 'CHANNEL_CREATE',
    when: 'a channel is created or joined on the client',
    cause: ({ world }) => {
      const path = `/guilds/${world.guild.id}/channels`;
      return world.rest({ method: 'POST', path, as: world.game.bot, body: { name: 'new', type: 0 } });
    },
    data: () => object({ id: snowflake, name: is('new'), type: is(0) }),
  },
  {
    evt: 'VOICE_CHANNEL_SELECT',
    when: 'the client joins a voice channel',
    cause: async (trial) => joinVoice(trial, await trial.authenticated(), trial.world.guild.voice),
    data: (world) => is({ channel_id: world.guild.voice, guild_id: world.guild.id }),
  },
  {
    evt: 'VOICE_CHANNEL_SELECT',
    when: 'the client leaves a voice channel',
    before: async (trial) => {
      await joinVoice(trial, await trial.authenticated(), trial.world.guild.voice);
    },
    cause: async (trial) =>
      trial.command(await trial.authenticated(), 'SELECT_VOICE_CHANNEL', { channel_id: null }),
    data: () => is({ channel_id: null, guild_id: null }),
  },
  {
    evt: 'VOICE_STATE_CREATE',
    when: 'a user joins the subscribed voice channel',
    args: inVoice,
    cause: adaJoins,
    data: () => voiceState,
  },
  {
    evt: 'VOICE_STATE_UPDATE',
    when: "a user's voice state changes",
    args: inVoice,
    before: adaIsThere,
    cause: (trial) => moveAda(trial, trial.world.guild.voice, true),
    data: (world) => (value, path) => [
      ...voiceState(value, path),
      ...object({ user: object({ id: is(world.ada.id) }), voice_state: object({ self_mute: is(true) }) })(
        value,
        path,
      ),
    ],
  },
  {
    evt: 'VOICE_STATE_DELETE',
    when: 'a user leaves the subscribed voice channel',
    args: inVoice,
    before: adaIsThere,
    cause: adaLeaves,
    data: () => voiceState,
  },
  {
    evt: 'VOICE_SETTINGS_UPDATE',
    when: "the client's voice settings update",
    cause: async (trial) =>
      trial.data(await trial.authenticated(), 'SET_VOICE_SETTINGS', { input: { volume: 21 } }),
    data: () => voiceSettings,
  },
  {
    evt: 'VOICE_CONNECTION_STATUS',
    when: 'the voice connection status changes',
    cause: async (trial) => joinVoice(trial, await trial.authenticated(), trial.world.guild.voice),
    data: () =>
      object({ state: text, hostname: text, pings: list(number), average_ping: number, last_ping: number }),
  },
  {
    evt: 'MESSAGE_CREATE',
    when: 'a message is created in the subscribed text channel',
    args: inText,
    cause: ({ world }) => world.say('created'),
    data: messageEvent(object(messageFields)),
  },
  {
    evt: 'MESSAGE_UPDATE',
    when: 'a message is updated',
    args: inText,
    cause: (trial) => editMessage(trial, 'PATCH'),
    data: messageEvent(object({ ...messageFields, content: is('second'), edited_timestamp: text })),
  },
  {
    evt: 'MESSAGE_DELETE',
    when: 'a message is deleted; id only',
    args: inText,
    cause: (trial) => editMessage(trial, 'DELETE'),
    data: messageEvent((value, path) => oneOf('id')(Object.keys(value as object).join(), path)),
  },
  {
    evt: 'NOTIFICATION_CREATE',
    when: 'the client receives a notification',
    cause: ({ world }) => world.say(`<@${world.me.id}> come`),
    data: (world) =>
      object({
        channel_id: is(world.guild.text),
        message: object(messageFields),
        icon_url: nullable(text),
        title: text,
        body: text,
      }),
  },
];

function eventRow({ evt, when, args, before, cause, data }: SubscribedEvent): Row {
  return {
    line: `${evt}: ${when}`,
    async check(trial) {
      await before?.(trial);
      const second = await subscriber(trial, evt, args?.(trial.world) ?? {});
      const from = second.frames.length;
      await cause(trial);
      trial.expect(await trial.seen(second, evt, from), data(trial.world));
    },
  };
}

const OTHERS: readonly Row[] = [
  {
    line: 'READY: v, config; immediately after connecting; not subscribable',
    async check(trial) {
      const connection = await trial.authenticated();
      const { data } = await connection.event('READY');
      trial.expect(
        data,
        object({ v: is(1), config: object({ cdn_host: text, api_endpoint: text, environment: text }) }),
      );
      await trial.refused(connection, 4004, 'SUBSCRIBE', {}, 'READY');
    },
  },
  {
    line: "ERROR: code, message; carries the command's cmd and nonce; not subscribable",
    async check(trial) {
      const connection = await trial.authenticated();
      const reply = await trial.command(connection, 'GET_GUILD', { guild_id: '1' });
      trial.expect(
        reply,
        object({ cmd: is('GET_GUILD'), evt: is('ERROR'), data: object({ code: integer, message: text }) }),
        'payload',
      );
      await trial.refused(connection, 4004, 'SUBSCRIBE', {}, 'ERROR');
    },
  },
  {
    line: 'NOTIFICATION_CREATE: needs scope rpc.notifications.read',
    async check(trial) {
      const { world } = trial;
      const connection = trial.connect(world.rival);
      const exchanged = await world.exchange(
        world.rival,
        await world.authorize(world.rival, ['rpc', 'identify']),
      );
      await connection.event('READY');
      await connection.request('AUTHENTICATE', { access_token: textAt(exchanged.body, 'access_token') });
      await trial.refused(connection, 4006, 'SUBSCRIBE', {}, 'NOTIFICATION_CREATE');
    },
  },
  ...['SPEAKING_START', 'SPEAKING_STOP'].map(
    (evt): Row => ({
      line: `${evt}: subscribed with channel_id`,
      async check(trial) {
        const connection = await trial.authenticated();
        const data = await trial.data(connection, 'SUBSCRIBE', { channel_id: trial.world.guild.voice }, evt);
        trial.expect(valueAt(data, 'evt'), is(evt), 'evt');
        await trial.refused(connection, 4000, 'SUBSCRIBE', {}, evt);
      },
    }),
  ),
  ...['starts', 'stops'].map(
    (edge): Row => ({
      line: `SPEAKING_${edge === 'starts' ? 'START' : 'STOP'}: user_id, when a user ${edge} speaking`,
      notApplicable: 'the embedded service has no voice endpoint to speak at',
    }),
  ),
  {
    line: 'CAPTURE_SHORTCUT_CHANGE: shortcut, as keys are pressed between START and STOP',
    async check(trial) {
      const { display } = trial.world;
      const connection = await subscriber(trial, 'CAPTURE_SHORTCUT_CHANGE');
      trial.note('CAPTURE_SHORTCUT START, then a key');
      connection.send('CAPTURE_SHORTCUT', { action: 'START' });
      const pressing = setInterval(() => void display?.press('j'), 500);
      const data = await trial
        .seen(connection, 'CAPTURE_SHORTCUT_CHANGE')
        .finally(() => clearInterval(pressing));
      trial.expect(data, object({ shortcut: filled(combo) }));
      await trial.data(connection, 'CAPTURE_SHORTCUT', { action: 'STOP' });
    },
  },
];

export const RPC_EVENTS: Table = { title: 'Events', rows: [...OTHERS, ...EVENTS.map(eventRow)] };
