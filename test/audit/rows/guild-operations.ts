import type { Operation } from '../kernel/operation.js';
import { operationRow } from '../kernel/operation-row.js';
import type { Table } from '../kernel/row.js';
import { filled, integer, is, list, object } from '../kernel/shape.js';
import { GUILD_OPERATION_CHECKS } from './guild-operation-checks.js';
import { ban, channel, embed, guild, integration, invite, member, role } from './guild-shapes.js';
import { ABROAD, ATTACH } from './integrations.js';
import { MEMBER_OPERATIONS } from './member-operations.js';

const G = '/guilds/{guild}';
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
  ...MEMBER_OPERATIONS,
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
    before: [ATTACH],
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
    before: [ATTACH],
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

export const GUILD_OPERATIONS: Table = {
  title: 'Guild REST operations',
  rows: [...OPERATIONS.map(operationRow), ...GUILD_OPERATION_CHECKS],
};
