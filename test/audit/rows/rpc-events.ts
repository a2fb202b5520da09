import { type Json, textAt } from '../kernel/json.js';
import type { Row, Table } from '../kernel/row.js';
import {
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
import { RPC_EVENT_CHECKS } from './rpc-event-checks.js';
import { messageFields, voiceSettings, voiceStateFields } from './shapes.js';
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

export const RPC_EVENTS: Table = { title: 'Events', rows: [...RPC_EVENT_CHECKS, ...EVENTS.map(eventRow)] };
