import { textAt } from '../kernel/json.js';
import type { Operation } from '../kernel/operation.js';
import { operationRow } from '../kernel/operation-row.js';
import type { Row, Table } from '../kernel/row.js';
import { filled, integer, is, list, object } from '../kernel/shape.js';
import { Stage } from '../kernel/stage.js';
import { ban, channel, embed, guild, integration, invite, member, role } from './guild-shapes.js';

const G = '/guilds/{guild}';
const ABROAD = '41771983423143937';
const attach = { method: 'POST', path: `${G}/integrations`, body: { type: 'twitch', id: ABROAD } };
const banTarget = { method: 'PUT', path: `${G}/bans/{target}` };
const target = `${G}/members/{target}`;

const OPERATIONS: readonly Operation[] = [
  { line: 'Get guild', by: 'member', request: { method: 'GET', path: G }, reply: () => guild, fires: [] },
  {
    line: 'Modify guild',
    permission: 'MANAGE_GUILD',
    request: { method: 'PATCH', path: G, body: { name: 'Renamed' } },
    reply: () => object({ name: is('Renamed') }),
    fires: ['GUILD_UPDATE'],
  },
  { line: 'Delete guild', request: { method: 'DELETE', path: G }, status: 204, fires: ['GUILD_DELETE'] },
  {
    line: 'Get guild channels',
    by: 'member',
    request: { method: 'GET', path: `${G}/channels` },
    reply: () => filled(channel),
    fires: [],
  },
  {
    line: 'Get guild member',
    by: 'member',
    request: { method: 'GET', path: target },
    reply: () => member,
    fires: [],
  },
  {
    line: 'List guild members',
    by: 'member',
    request: { method: 'GET', path: `${G}/members?limit=1000&after=0` },
    reply: () => filled(member),
    fires: [],
  },
  {
    line: 'Add guild member',
    request: { method: 'PUT', path: `${G}/members/{newcomer}`, body: { access_token: '{token}' } },
    status: 201,
    reply: () => member,
    fires: ['GUILD_MEMBER_ADD'],
  },
  {
    line: 'Add guild member: nick, roles, mute, deaf',
    request: {
      method: 'PUT',
      path: `${G}/members/{newcomer}`,
      body: { access_token: '{token}', nick: 'New', roles: ['{low}'], mute: true, deaf: true },
    },
    status: 201,
    reply: ({ low = '' }) => object({ nick: is('New'), roles: is([low]), mute: is(true), deaf: is(true) }),
    fires: ['GUILD_MEMBER_ADD'],
  },
  {
    line: 'Modify guild member: nick',
    permission: 'MANAGE_NICKNAMES',
    request: { method: 'PATCH', path: target, body: { nick: 'Nick' } },
    status: 204,
    fires: ['GUILD_MEMBER_UPDATE'],
    reads: [{ path: target, reply: () => object({ nick: is('Nick') }) }],
  },
  {
    line: 'Modify guild member: roles',
    permission: 'MANAGE_ROLES',
    request: { method: 'PATCH', path: target, body: { roles: ['{low}'] } },
    status: 204,
    fires: ['GUILD_MEMBER_UPDATE'],
    reads: [{ path: target, reply: ({ low = '' }) => object({ roles: is([low]) }) }],
  },
  ...(['mute', 'deaf'] as const).map(
    (field): Operation => ({
      line: `Modify guild member: ${field}`,
      permission: field === 'mute' ? 'MUTE_MEMBERS' : 'DEAFEN_MEMBERS',
      request: { method: 'PATCH', path: target, body: { [field]: true } },
      status: 204,
      fires: ['GUILD_MEMBER_UPDATE'],
      reads: [{ path: target, reply: () => object({ [field]: is(true) }) }],
    }),
  ),
  {
    line: 'Add role to member',
    permission: 'MANAGE_ROLES',
    request: { method: 'PUT', path: `${target}/roles/{low}` },
    status: 204,
    fires: ['GUILD_MEMBER_UPDATE'],
    reads: [{ path: target, reply: ({ low = '' }) => object({ roles: is([low]) }) }],
  },
  {
    line: 'Remove role from member',
    permission: 'MANAGE_ROLES',
    before: [{ method: 'PUT', path: `${target}/roles/{low}` }],
    request: { method: 'DELETE', path: `${target}/roles/{low}` },
    status: 204,
    fires: ['GUILD_MEMBER_UPDATE'],
    reads: [{ path: target, reply: () => object({ roles: is([]) }) }],
  },
  {
    line: 'Remove member',
    permission: 'KICK_MEMBERS',
    request: { method: 'DELETE', path: target },
    status: 204,
    fires: ['GUILD_MEMBER_REMOVE'],
  },
  {
    line: 'Get bans',
    permission: 'BAN_MEMBERS',
    before: [banTarget],
    request: { method: 'GET', path: `${G}/bans` },
    reply: () => filled(ban),
    fires: [],
  },
  {
    line: 'Create ban',
    permission: 'BAN_MEMBERS',
    request: { method: 'PUT', path: `${G}/bans/{target}?delete-message-days=7&reason=spam` },
    status: 204,
    fires: ['GUILD_BAN_ADD', 'GUILD_MEMBER_REMOVE'],
    reads: [{ path: `${G}/bans`, reply: () => filled(object({ reason: is('spam') })) }],
  },
  {
    line: 'Remove ban',
    permission: 'BAN_MEMBERS',
    before: [banTarget],
    request: { method: 'DELETE', path: `${G}/bans/{target}` },
    status: 204,
    fires: ['GUILD_BAN_REMOVE'],
    reads: [{ path: `${G}/bans`, reply: () => is([]) }],
  },
  {
    line: 'Get roles',
    by: 'member',
    request: { method: 'GET', path: `${G}/roles` },
    reply: () => filled(role),
    fires: [],
  },
  {
    line: 'Create role, with the defaults',
    permission: 'MANAGE_ROLES',
    request: { method: 'POST', path: `${G}/roles`, body: {} },
    // The default permissions are those of @everyone, which the caller holds.
    reply: () =>
      object({
        name: is('new role'),
        permissions: is(0x310c00),
        color: is(0),
        hoist: is(false),
        mentionable: is(false),
      }),
    fires: ['GUILD_ROLE_CREATE'],
  },
  {
    line: 'Create role: name, permissions, color, hoist, mentionable',
    permission: 'MANAGE_ROLES',
    request: {
      method: 'POST',
      path: `${G}/roles`,
      body: { name: 'made', permissions: 1024, color: 255, hoist: true, mentionable: true },
    },
    reply: () =>
      object({
        name: is('made'),
        permissions: is(1024),
        color: is(255),
        hoist: is(true),
        mentionable: is(true),
      }),
    fires: ['GUILD_ROLE_CREATE'],
  },
  {
    line: 'Modify role',
    permission: 'MANAGE_ROLES',
    request: {
      method: 'PATCH',
      path: `${G}/roles/{low}`,
      body: { name: 'other', permissions: 1024, color: 255, hoist: true, mentionable: true },
    },
    reply: ({ low = '' }) =>
      object({ id: is(low), name: is('other'), permissions: is(1024), color: is(255) }),
    fires: ['GUILD_ROLE_UPDATE'],
  },
  {
    line: 'Delete role',
    permission: 'MANAGE_ROLES',
    request: { method: 'DELETE', path: `${G}/roles/{low}` },
    status: 204,
    fires: ['GUILD_ROLE_DELETE'],
  },
  {
    line: 'Get prune count',
    permission: 'KICK_MEMBERS',
    request: { method: 'GET', path: `${G}/prune?days=1` },
    reply: () => object({ pruned: integer }),
    fires: [],
  },
  {
    line: 'Begin prune, of nobody',
    permission: 'KICK_MEMBERS',
    request: { method: 'POST', path: `${G}/prune?days=1` },
    reply: () => object({ pruned: is(0) }),
    fires: [],
  },
  {
    line: 'Get guild invites',
    permission: 'MANAGE_GUILD',
    request: { method: 'GET', path: `${G}/invites` },
    reply: () => filled(invite),
    fires: [],
  },
  {
    line: 'Modify integration',
    permission: 'MANAGE_GUILD',
    before: [attach],
    request: {
      method: 'PATCH',
      path: `${G}/integrations/${ABROAD}`,
      body: { expire_behavior: 1, expire_grace_period: 3600, enable_emoticons: true },
    },
    status: 204,
    fires: ['GUILD_INTEGRATIONS_UPDATE'],
    reads: [
      {
        path: `${G}/integrations`,
        reply: () => list(object({ expire_behavior: is(1), expire_grace_period: is(3600) })),
      },
    ],
  },
  {
    line: 'Sync integration',
    permission: 'MANAGE_GUILD',
    before: [attach],
    request: { method: 'POST', path: `${G}/integrations/${ABROAD}/sync` },
    status: 204,
    fires: [],
    reads: [{ path: `${G}/integrations`, reply: () => filled(integration) }],
  },
  {
    line: 'Get guild embed',
    permission: 'MANAGE_GUILD',
    request: { method: 'GET', path: `${G}/embed` },
    reply: () => embed,
    fires: [],
  },
  {
    line: 'Modify guild embed',
    permission: 'MANAGE_GUILD',
    request: { method: 'PATCH', path: `${G}/embed`, body: { enabled: true, channel_id: '{talk}' } },
    reply: ({ talk = '' }) => is({ enabled: true, channel_id: talk }),
    fires: [],
  },
];

const OTHERS: readonly Row[] = [
  {
    line: 'Delete guild: caller must be owner',
    async check(trial) {
      const stage = await Stage.make(trial);
      const reply = await trial.rest(stage.fill({ method: 'DELETE', path: G }, stage.caller.token));
      trial.expect(reply.status, is(403), 'status');
    },
  },
  {
    line: 'Delete integration',
    async check(trial) {
      const stage = await Stage.make(trial);
      await stage.arrange(attach);
      await stage.grant('MANAGE_GUILD');
      const from = await stage.barrier();
      const request = { method: 'DELETE', path: `${G}/integrations/${ABROAD}` };
      trial.expect((await trial.rest(stage.fill(request, stage.caller.token))).status, is(204), 'status');
      const heard = await stage.heard(from);
      trial.events.push(...heard);
      // The role for subscribers goes with the integration.
      trial.expect(heard, is(['GUILD_ROLE_DELETE', 'GUILD_INTEGRATIONS_UPDATE']), 'events');
    },
  },
  {
    line: 'Modify guild member: channel_id',
    async check(trial) {
      const { world } = trial;
      const stage = await Stage.make(trial);
      const { guild: guild_id = '', voice = '', lounge = '' } = stage.ids;
      const joining = world.gateway.events.length;
      world.gateway.send(4, { guild_id, channel_id: voice, self_mute: false, self_deaf: false });
      await world.gateway.event('VOICE_STATE_UPDATE', undefined, joining);
      await stage.grant('MOVE_MEMBERS');
      const from = await stage.barrier();
      const request = { method: 'PATCH', path: `${G}/members/{observer}`, body: { channel_id: lounge } };
      trial.expect((await trial.rest(stage.fill(request, stage.caller.token))).status, is(204), 'status');
      const moved = await trial.seenOnGateway(world.gateway, 'VOICE_STATE_UPDATE', from);
      trial.expect(textAt(moved, 'channel_id'), is(lounge), 'channel_id');
    },
  },
  {
    line: 'Begin prune: fires multiple Guild Member Remove',
    notApplicable: 'nobody can be away for a day while the audit runs',
  },
];

export const GUILD_OPERATIONS: Table = {
  title: 'Guild REST operations',
  rows: [...OPERATIONS.map(operationRow), ...OTHERS],
};
