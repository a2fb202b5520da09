import { textAt } from '../kernel/json.js';
import type { Operation } from '../kernel/operation.js';
import { operationRow } from '../kernel/operation-row.js';
import type { Row, Table } from '../kernel/row.js';
import { filled, is, object } from '../kernel/shape.js';
import { Stage } from '../kernel/stage.js';
import { channel, integration, region, role } from './guild-shapes.js';
import { ATTACH } from './integrations.js';

const G = '/guilds/{guild}';

const OPERATIONS: readonly Operation[] = [
  {
    line: 'POST /guilds/{guild.id}/channels: only name is required',
    permission: 'MANAGE_CHANNELS',
    request: { method: 'POST', path: `${G}/channels`, body: { name: 'made' } },
    reply: () => channel,
    fires: ['CHANNEL_CREATE'],
  },
  {
    line: 'POST /guilds/{guild.id}/channels: type, topic, nsfw, permission_overwrites',
    permission: 'MANAGE_CHANNELS',
    request: {
      method: 'POST',
      path: `${G}/channels`,
      body: { name: 'made', type: 0, topic: 'things', nsfw: true },
    },
    reply: () => object({ name: is('made'), type: is(0), topic: is('things'), nsfw: is(true) }),
    fires: ['CHANNEL_CREATE'],
  },
  {
    line: 'POST /guilds/{guild.id}/channels: permission_overwrites',
    request: {
      method: 'POST',
      path: `${G}/channels`,
      body: { name: 'made', permission_overwrites: [{ id: '{low}', type: 'role', allow: 2048, deny: 0 }] },
    },
    reply: ({ low = '' }) =>
      object({
        permission_overwrites: filled(
          object({ id: is(low), type: is('role'), allow: is(2048), deny: is(0) }),
        ),
      }),
    fires: ['CHANNEL_CREATE'],
  },
  {
    line: 'POST /guilds/{guild.id}/channels: bitrate, user_limit (voice only)',
    permission: 'MANAGE_CHANNELS',
    request: {
      method: 'POST',
      path: `${G}/channels`,
      body: { name: 'Made', type: 2, bitrate: 32000, user_limit: 5 },
    },
    reply: () => object({ type: is(2), bitrate: is(32000), user_limit: is(5) }),
    fires: ['CHANNEL_CREATE'],
  },
  {
    line: 'PATCH /guilds/{guild.id}/channels',
    permission: 'MANAGE_CHANNELS',
    request: {
      method: 'PATCH',
      path: `${G}/channels`,
      body: [
        { id: '{talk}', position: 1 },
        { id: '{more}', position: 0 },
      ],
    },
    status: 204,
    fires: ['CHANNEL_UPDATE', 'CHANNEL_UPDATE'],
  },
  {
    line: 'PATCH /guilds/{guild.id}/members/@me/nick',
    permission: 'CHANGE_NICKNAME',
    request: { method: 'PATCH', path: `${G}/members/@me/nick`, body: { nick: 'Self' } },
    status: 200,
    reply: () => (value, path) => [
      ...(typeof value === 'string' ? is('Self') : object({ nick: is('Self') }))(value, path),
    ],
    fires: ['GUILD_MEMBER_UPDATE'],
    reads: [{ path: `${G}/members/{caller}`, reply: () => object({ nick: is('Self') }) }],
  },
  {
    line: 'PATCH /guilds/{guild.id}/roles',
    permission: 'MANAGE_ROLES',
    request: {
      method: 'PATCH',
      path: `${G}/roles`,
      body: [
        { id: '{low}', position: 2 },
        { id: '{middle}', position: 1 },
      ],
    },
    reply: () => filled(role),
    fires: ['GUILD_ROLE_UPDATE', 'GUILD_ROLE_UPDATE'],
  },
  {
    line: 'GET /guilds/{guild.id}/regions',
    by: 'member',
    request: { method: 'GET', path: `${G}/regions` },
    reply: () => filled(region),
    fires: [],
  },
  {
    line: 'GET /guilds/{guild.id}/integrations',
    permission: 'MANAGE_GUILD',
    before: [ATTACH],
    request: { method: 'GET', path: `${G}/integrations` },
    reply: () => filled(integration),
    fires: [],
  },
];

const OTHERS: readonly Row[] = [
  {
    line: 'POST /guilds/{guild.id}/channels: parent_id',
    async check(trial) {
      const stage = await Stage.make(trial);
      const path = `${G}/channels`;
      const category = await stage.arrange({ method: 'POST', path, body: { name: 'Halls', type: 4 } });
      const body = { name: 'inside', parent_id: textAt(category, 'id') };
      const reply = await trial.rest(stage.fill({ method: 'POST', path, body }, stage.owner));
      trial.expect(reply.body, object({ parent_id: is(textAt(category, 'id')) }));
    },
  },
  {
    line: 'POST /guilds/{guild.id}/integrations',
    async check(trial) {
      const stage = await Stage.make(trial);
      const denied = await trial.rest(stage.fill(ATTACH, stage.caller.token));
      trial.expect(denied.status, is(403), 'status');
      await stage.grant('MANAGE_GUILD');
      const from = await stage.barrier();
      trial.expect((await trial.rest(stage.fill(ATTACH, stage.caller.token))).status, is(204), 'status');
      const heard = await stage.heard(from);
      trial.events.push(...heard);
      // A role for subscribers comes with the integration.
      trial.expect(heard, is(['GUILD_ROLE_CREATE', 'GUILD_INTEGRATIONS_UPDATE']), 'events');
    },
  },
  {
    line: 'GET /guilds/{guild.id}/regions: includes VIP servers when the guild is VIP-enabled',
    async check(trial) {
      const stage = await Stage.make(trial);
      await trial.world.daemon.cli('guilds', 'configure', stage.ids.guild ?? '', '--features', 'VIP_REGIONS');
      const reply = await trial.rest(stage.fill({ method: 'GET', path: `${G}/regions` }, stage.owner));
      const hasVip = Array.isArray(reply.body) && reply.body.some((each) => each.vip === true);
      trial.expect(hasVip, is(true), 'a VIP region');
    },
  },
  {
    line: 'GET /guilds/{guild.id}/vanity-url',
    async check(trial) {
      const stage = await Stage.make(trial);
      const { guild = '' } = stage.ids;
      const flags = ['--features', 'VANITY_URL', '--vanity', 'the-audit'];
      await trial.world.daemon.cli('guilds', 'configure', guild, ...flags);
      const request = { method: 'GET', path: `${G}/vanity-url` };
      const denied = await trial.rest(stage.fill(request, stage.caller.token));
      trial.expect(denied.status, is(403), 'status');
      await stage.grant('MANAGE_GUILD');
      const reply = await trial.rest(stage.fill(request, stage.caller.token));
      trial.expect(reply.body, object({ code: is('the-audit') }));
    },
  },
];

export const GUILD_PATH_OPERATIONS: Table = {
  title: 'Guild REST operations with a stated path',
  rows: [...OPERATIONS.map(operationRow), ...OTHERS],
};
