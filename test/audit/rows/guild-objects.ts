import { fieldRows } from '../kernel/field-table.js';
import { GatewayConnection } from '../kernel/gateway-connection.js';
import { findBy, type Json, listAt, valueAt, WrongReply } from '../kernel/json.js';
import type { Table } from '../kernel/row.js';
import { anything, bool, integer, is, list, object, snowflake, text, timestamp } from '../kernel/shape.js';
import { Stage } from '../kernel/stage.js';
import type { Trial } from '../kernel/trial.js';
import { channel, guildFields, integrationFields, member, memberFields } from './guild-shapes.js';
import { ATTACH } from './integrations.js';
import { partialUser } from './shapes.js';

async function read(trial: Trial, path: string): Promise<Json> {
  const { world } = trial;
  const reply = await trial.rest({ method: 'GET', path, as: world.game.bot });
  return reply.body ?? null;
}

function guild(trial: Trial): Promise<Json> {
  return read(trial, `/guilds/${trial.world.guild.id}`);
}

/** The guild as GUILD_CREATE brought it to a member. */
async function created(trial: Trial): Promise<Json> {
  const { gateway, guild: known } = trial.world;
  trial.note('IDENTIFY of a member', 'READY');
  const data = await gateway.event('GUILD_CREATE', (each) => valueAt(each, 'id') === known.id);
  trial.events.push('GUILD_CREATE');
  return data;
}

async function mine(trial: Trial): Promise<Json> {
  const { world } = trial;
  const reply = await trial.rest({ method: 'GET', path: '/users/@me/guilds', as: world.ada.token });
  return findBy(reply.body, 'id', world.guild.id);
}

function ownMember(trial: Trial): Promise<Json> {
  const { guild: known, ada } = trial.world;
  return read(trial, `/guilds/${known.id}/members/${ada.id}`);
}

async function integration(trial: Trial): Promise<Json> {
  const stage = await Stage.make(trial);
  await stage.arrange(ATTACH);
  return valueAt(await read(trial, `/guilds/${stage.ids.guild}/integrations`), 0) ?? null;
}

async function ban(trial: Trial): Promise<Json> {
  const stage = await Stage.make(trial);
  await stage.arrange({ method: 'PUT', path: '/guilds/{guild}/bans/{target}?reason=spam' });
  return valueAt(await read(trial, `/guilds/${stage.ids.guild}/bans`), 0) ?? null;
}

/** READY of a new session of a member. */
async function openGateway({ world }: Trial): Promise<{ data: Json }> {
  const gateway = await GatewayConnection.open(world.gatewayUrl, world.ada.token);
  const data = await gateway.event('READY');
  gateway.close();
  return { data };
}

function embed(trial: Trial): Promise<Json> {
  return read(trial, `/guilds/${trial.world.guild.id}/embed`);
}

export const GUILD_OBJECTS: Table = {
  title: 'Guild objects',
  rows: [
    ...fieldRows('Guild', guild, guildFields),
    ...fieldRows('Guild, of the user', mine, { owner: bool, permissions: integer }),
    ...fieldRows('Guild, GUILD_CREATE only', created, {
      joined_at: timestamp,
      large: bool,
      unavailable: bool,
      member_count: integer,
      voice_states: list(object({ user_id: snowflake, session_id: text })),
      members: list(member),
      channels: list(channel),
      presences: list(object({ user: object({ id: snowflake }), status: text })),
    }),
    {
      line: 'Unavailable guild: id and unavailable = true',
      async check(trial) {
        trial.note('IDENTIFY of a member');
        const { data } = await openGateway(trial);
        const guilds = listAt(data, 'guilds');
        trial.received.push('READY');
        if (guilds.length === 0) throw new WrongReply('READY has no guilds');
        trial.expect(guilds, list(object({ id: snowflake, unavailable: is(true) })), 'guilds');
      },
    },
    ...fieldRows('Guild embed', embed, { enabled: bool, channel_id: anything }),
    ...fieldRows('Guild member', ownMember, memberFields),
    ...fieldRows('Integration', integration, integrationFields),
    ...fieldRows(
      'Integration account',
      async (trial) => valueAt(await integration(trial), 'account') ?? null,
      { id: text, name: text },
    ),
    ...fieldRows('Ban', ban, { reason: is('spam'), user: partialUser }),
  ],
};
