import assert from 'node:assert/strict';
import type { Role } from '#guildhall/protocol/objects/role.js';
import type { Cast } from '../../support/cast.js';
import { longText, NOBODY } from '../../support/rows.js';
import { BAD_POSITION } from './bad-position.js';
import {
  type Ask,
  badFields,
  type CastRow,
  needs,
  outranked,
  refusals,
  type Table,
  withId,
} from './common.js';

const rolesOf = (guild: string) => `/guilds/${guild}/roles`;
export const BAD_ROLE = {
  '': [[[], 'DICT_TYPE_CONVERT']],
  name: [
    [5, 'STRING_TYPE_CONVERT'],
    ['', 'BASE_TYPE_BAD_LENGTH'],
    [' ', 'BASE_TYPE_BAD_LENGTH'],
    ['a\nb', 'NAME_INVALID'],
    [longText(101), 'BASE_TYPE_BAD_LENGTH'],
  ],
  permissions: [
    ['all', 'NUMBER_TYPE_COERCE'],
    [true, 'NUMBER_TYPE_COERCE'],
    [-1, 'NUMBER_TYPE_MIN'],
    [2 ** 53, 'NUMBER_TYPE_MAX'],
  ],
  color: [
    [1.5, 'NUMBER_TYPE_COERCE'],
    [-1, 'NUMBER_TYPE_MIN'],
    [0x1000000, 'NUMBER_TYPE_MAX'],
  ],
  colors: [[7, 'DICT_TYPE_CONVERT']],
  'colors.primary_color': [
    [undefined, 'BASE_TYPE_REQUIRED'],
    ['red', 'NUMBER_TYPE_COERCE'],
    [-1, 'NUMBER_TYPE_MIN'],
    [0x1000000, 'NUMBER_TYPE_MAX'],
  ],
  hoist: [[1, 'BOOLEAN_TYPE_CONVERT']],
  mentionable: [['yes', 'BOOLEAN_TYPE_CONVERT']],
} as const;
const MANAGE_GUILD = 0x20;
const DEFAULT_PERMISSIONS = 104324161;
const MOST_ROLES = 250;

const list: Ask = ({ as, guild }) => ['GET', rolesOf(guild), { as }];
const create: Ask = ({ as, guild }) => ['POST', rolesOf(guild), { as, json: {} }];
const modify: Ask = ({ as, guild, role }) => ['PATCH', `${rolesOf(guild)}/${role}`, { as, json: {} }];
const remove: Ask = ({ as, guild, role }) => ['DELETE', `${rolesOf(guild)}/${role}`, { as }];
const sort: Ask = ({ as, guild }) => ['PATCH', rolesOf(guild), { as, json: [] }];

type Outcome = Pick<CastRow, 'check' | 'events' | 'stored'>;

/** The color of a role as clients of later years read it. */
function colorsOf({ color }: { readonly color: number }): object {
  return { primary_color: color, secondary_color: null, tertiary_color: null };
}

/** A new role with these fields, below all others. */
function created(fields: Omit<Role, 'id' | 'colors' | 'managed' | 'position'>): Outcome {
  return {
    check: ({ id: _, ...body }: { id: string }) =>
      assert.deepEqual(body, { ...fields, colors: colorsOf(fields), managed: false, position: 1 }),
    events: ({ world: { guild }, body }) => [['GUILD_ROLE_CREATE', { guild_id: guild, role: body }]],
    stored: (state, { body }) => {
      state.roles.splice(1, 0, body);
    },
  };
}

/** A role whose fields are these now. */
function changed(idOf: (cast: Cast) => string, fields: object): Outcome {
  return {
    events: ({ world: { guild }, body }) => [['GUILD_ROLE_UPDATE', { guild_id: guild, role: body }]],
    stored: (state, { world, body }) => {
      const role = Object.assign(withId(state.roles, idOf(world)), fields);
      assert.deepEqual(Object.assign(role, { colors: colorsOf(role) }), body);
    },
  };
}

/** docs/rest.md, guilds. */
export const guildRoleRows: Table = {
  'Get guild roles': [
    {
      title: 'lists them from the lowest',
      call: ({ member, guild }) => ['GET', rolesOf(guild), { as: member.token }],
      status: 200,
      check: (body: { id: string }[], { guild, integrationRole, lower, staff, role, deputy }) => {
        const ids = body.map(({ id }) => id);
        assert.deepEqual(ids, [guild, integrationRole, lower.role, staff.role, role, deputy.role]);
      },
    },
    ...refusals(list),
  ],
  'Create guild role': [
    {
      title: 'has defaults for everything, and the permissions of @everyone',
      call: ({ bot, guild }) => ['POST', rolesOf(guild), { as: bot, json: {} }],
      status: 200,
      ...created({
        name: 'new role',
        permissions: DEFAULT_PERMISSIONS,
        color: 0,
        hoist: false,
        mentionable: false,
      }),
    },
    {
      title: 'takes every field, and permissions as a decimal string',
      call: ({ bot, guild }) => [
        'POST',
        rolesOf(guild),
        {
          as: bot,
          json: { name: 'Guard', permissions: '1040', color: 0xffffff, hoist: true, mentionable: true },
        },
      ],
      status: 200,
      ...created({ name: 'Guard', permissions: 1040, color: 0xffffff, hoist: true, mentionable: true }),
    },
    {
      title: 'needs no name and takes no permissions',
      call: ({ staff, guild }) => ['POST', rolesOf(guild), { as: staff.token, json: { permissions: 0 } }],
      status: 200,
      ...created({ name: 'new role', permissions: 0, color: 0, hoist: false, mentionable: false }),
    },
    outranked('gives only permissions that one holds', ({ guild, staff }) => [
      'POST',
      rolesOf(guild),
      { as: staff.token, json: { permissions: MANAGE_GUILD } },
    ]),
    {
      title: 'refuses bits that name no permission',
      call: ({ bot, guild }) => ['POST', rolesOf(guild), { as: bot, json: { permissions: 2_147_483_648 } }],
      status: 400,
      code: 50035,
      fields: { permissions: 'BITFIELD_UNKNOWN_BITS' },
    },
    ...refusals(create),
    ...badFields((json, { bot, guild }) => ['POST', rolesOf(guild), { as: bot, json }], {}, BAD_ROLE),
    needs('MANAGE_ROLES', create),
    {
      title: 'makes no 251st',
      prepare: async (service, { bot, guild }) => {
        const roles = await service.ok('GET', rolesOf(guild), { as: bot });
        for (let count = roles.length; count < MOST_ROLES; count++) {
          await service.ok('POST', rolesOf(guild), { as: bot, json: {} });
        }
      },
      call: ({ bot, guild }) => ['POST', rolesOf(guild), { as: bot, json: {} }],
      status: 400,
      code: 30005,
    },
  ],
  'Modify guild role': [
    {
      title: 'changes every field',
      call: ({ bot, guild, lower }) => [
        'PATCH',
        `${rolesOf(guild)}/${lower.role}`,
        { as: bot, json: { name: 'last', permissions: 16, color: 7, hoist: true, mentionable: true } },
      ],
      status: 200,
      ...changed((cast) => cast.lower.role, {
        name: 'last',
        permissions: 16,
        color: 7,
        hoist: true,
        mentionable: true,
      }),
    },
    {
      title: 'leaves what is not given',
      call: ({ bot, guild, role }) => [
        'PATCH',
        `${rolesOf(guild)}/${role}`,
        { as: bot, json: { color: 7, hoist: null } },
      ],
      status: 200,
      ...changed((cast) => cast.role, { color: 7 }),
    },
    {
      title: 'changes the permissions of @everyone, but not its name',
      call: ({ bot, guild }) => [
        'PATCH',
        `${rolesOf(guild)}/${guild}`,
        { as: bot, json: { permissions: 1024, name: 'all' } },
      ],
      status: 200,
      ...changed((cast) => cast.guild, { permissions: 1024 }),
    },
    {
      title: 'lets somebody change a lower role',
      call: ({ staff, guild, lower }) => [
        'PATCH',
        `${rolesOf(guild)}/${lower.role}`,
        { as: staff.token, json: { name: 'lowest' } },
      ],
      status: 200,
      ...changed((cast) => cast.lower.role, { name: 'lowest' }),
    },
    outranked('does not reach a higher role', ({ guild, role, staff }) => [
      'PATCH',
      `${rolesOf(guild)}/${role}`,
      { as: staff.token, json: { color: 1 } },
    ]),
    outranked('does not reach one’s own highest role', ({ guild, staff }) => [
      'PATCH',
      `${rolesOf(guild)}/${staff.role}`,
      { as: staff.token, json: { color: 1 } },
    ]),
    outranked('adds only permissions that one holds', ({ guild, staff }) => [
      'PATCH',
      `${rolesOf(guild)}/${guild}`,
      { as: staff.token, json: { permissions: 1024 + MANAGE_GUILD } },
    ]),
    ...refusals(modify, { role: 10011 }),
    ...badFields(
      (json, { bot, guild, lower }) => ['PATCH', `${rolesOf(guild)}/${lower.role}`, { as: bot, json }],
      {},
      BAD_ROLE,
    ),
    needs('MANAGE_ROLES', modify),
  ],
  'Modify guild role positions': [
    {
      title: 'puts each where it is told, and tells all that moved from the lowest',
      call: ({ bot, guild, lower }) => [
        'PATCH',
        rolesOf(guild),
        { as: bot, json: [{ id: lower.role, position: 3 }] },
      ],
      status: 200,
      check: (
        body: { id: string; position: number }[],
        { guild, integrationRole, lower, staff, role, deputy },
      ) => {
        const expected = [guild, integrationRole, staff.role, lower.role, role, deputy.role];
        assert.deepEqual(
          body.map(({ id, position }) => [id, position]),
          expected.map((id, position) => [id, position]),
        );
      },
      events: ({ world: { guild, lower, staff }, body }) =>
        [staff.role, lower.role].map((id) => [
          'GUILD_ROLE_UPDATE',
          { guild_id: guild, role: withId(body, id) },
        ]),
      stored: (state, { world: { lower, staff } }) => {
        withId(state.roles, lower.role).position = 3;
        withId(state.roles, staff.role).position = 2;
        state.roles.sort((a, b) => a.position - b.position);
      },
    },
    outranked('does not lift a role above one’s own highest', ({ guild, staff, lower }) => [
      'PATCH',
      rolesOf(guild),
      { as: staff.token, json: [{ id: lower.role, position: 200 }] },
    ]),
    outranked('does not lift one’s own highest', ({ guild, staff }) => [
      'PATCH',
      rolesOf(guild),
      { as: staff.token, json: [{ id: staff.role, position: 200 }] },
    ]),
    outranked('does not sink a higher role', ({ guild, role, staff }) => [
      'PATCH',
      rolesOf(guild),
      { as: staff.token, json: [{ id: role, position: 1 }] },
    ]),
    ...refusals(sort),
    ...badFields(
      (json, { bot, guild }) => ['PATCH', rolesOf(guild), { as: bot, json }],
      [{ id: NOBODY, position: 1 }],
      {
        '': [
          [{}, 'LIST_TYPE_CONVERT'],
          [Array(251).fill({ id: NOBODY, position: 1 }), 'BASE_TYPE_BAD_LENGTH'],
        ],
        ...BAD_POSITION,
      },
    ),
    needs('MANAGE_ROLES', sort),
  ],
  'Delete guild role': [
    outranked('does not delete @everyone', ({ bot, guild }) => [
      'DELETE',
      `${rolesOf(guild)}/${guild}`,
      { as: bot },
    ]),
    outranked('does not reach a higher role', ({ guild, role, staff }) => [
      'DELETE',
      `${rolesOf(guild)}/${role}`,
      { as: staff.token },
    ]),
    outranked('does not reach one’s own highest role', ({ guild, staff }) => [
      'DELETE',
      `${rolesOf(guild)}/${staff.role}`,
      { as: staff.token },
    ]),
    ...refusals(remove, { role: 10011 }),
    {
      title: 'deletes a lower role and removes it from its members',
      call: ({ guild, staff, lower }) => ['DELETE', `${rolesOf(guild)}/${lower.role}`, { as: staff.token }],
      status: 204,
      events: ({ world: { guild, lower } }) => [
        ['GUILD_ROLE_DELETE', { guild_id: guild, role_id: lower.role }],
      ],
      stored: (state, { world: { lower } }) => {
        state.roles = state.roles.filter(({ id }) => id !== lower.role);
        for (const member of state.members) {
          member.roles = member.roles.filter((id) => id !== lower.role);
        }
      },
    },
    needs('MANAGE_ROLES', ({ as, guild, role }) => ['DELETE', `${rolesOf(guild)}/${role}`, { as }]),
  ],
};
