import type { Operation } from '../kernel/operation.js';
import { is, object } from '../kernel/shape.js';
import { member } from './guild-shapes.js';

const G = '/guilds/{guild}';
const target = `${G}/members/{target}`;

/** Operations that change one member. */
export const MEMBER_OPERATIONS: readonly Operation[] = [
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
];
