import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { innerCodes, longText, NOBODY, testRows } from '../support/rows.js';
import { addStaff, type Staff, storedState } from '../support/staff.js';
import { witness } from '../support/witness.js';
import { botHeader, useWorld } from '../support/world.js';

const MANAGE_ROLES = 0x10000000;
const MANAGE_CHANNELS = 0x10;
const KICK_MEMBERS = 0x2;
const BAN_MEMBERS = 0x4;

/** may manage roles, and stands below the keepers of the world */
let staff: Staff;
const used = useWorld(async (service, world) => {
  staff = await addStaff(service, world, MANAGE_ROLES | KICK_MEMBERS);
});

const makeRole = (json: object = {}, as = used.world.bot) =>
  used.service.ok('POST', `/guilds/${used.world.guild}/roles`, { as, json });

testRows(used, {
  'Create guild role': [
    {
      title: 'has defaults for everything, and the permissions of @everyone',
      call: ({ bot, guild }) => ['POST', `/guilds/${guild}/roles`, { as: bot, json: {} }],
      status: 200,
      check: ({ id: _, ...body }: { id: string }) =>
        assert.deepEqual(body, {
          name: 'new role',
          permissions: 104324161,
          color: 0,
          hoist: false,
          mentionable: false,
          managed: false,
          position: 1,
        }),
    },
    {
      title: 'takes every field, and permissions as a decimal string',
      call: ({ bot, guild }) => [
        'POST',
        `/guilds/${guild}/roles`,
        {
          as: bot,
          json: { name: 'Guard', permissions: '1040', color: 0xffffff, hoist: true, mentionable: true },
        },
      ],
      status: 200,
      check: (body: Record<string, unknown>) =>
        assert.deepEqual(
          [body.name, body.permissions, body.color, body.hoist, body.mentionable],
          ['Guard', 1040, 0xffffff, true, true],
        ),
    },
    {
      title: 'takes no body for an empty one',
      call: ({ bot, guild }) => ['POST', `/guilds/${guild}/roles`, { as: bot }],
      status: 200,
    },
    {
      title: 'needs MANAGE_ROLES',
      call: ({ member, guild }) => ['POST', `/guilds/${guild}/roles`, { as: member.token, json: {} }],
      status: 403,
      code: 50013,
    },
    {
      title: 'gives only permissions that one holds',
      call: ({ guild }) => [
        'POST',
        `/guilds/${guild}/roles`,
        { as: staff.token, json: { permissions: BAN_MEMBERS } },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'is closed to others',
      call: ({ stranger, guild }) => ['POST', `/guilds/${guild}/roles`, { as: stranger.token, json: {} }],
      status: 403,
      code: 50001,
    },
    {
      title: 'does not know any guild',
      call: ({ bot }) => ['POST', `/guilds/${NOBODY}/roles`, { as: bot, json: {} }],
      status: 404,
      code: 10004,
    },
    {
      title: 'checks every field',
      call: ({ bot, guild }) => [
        'POST',
        `/guilds/${guild}/roles`,
        {
          as: bot,
          json: {
            name: longText(101),
            permissions: 'all',
            color: 0x1000000,
            hoist: 1,
            mentionable: 'yes',
          },
        },
      ],
      status: 400,
      code: 50035,
      fields: {
        name: 'BASE_TYPE_BAD_LENGTH',
        permissions: 'NUMBER_TYPE_COERCE',
        color: 'NUMBER_TYPE_MAX',
        hoist: 'BOOLEAN_TYPE_CONVERT',
        mentionable: 'BOOLEAN_TYPE_CONVERT',
      },
    },
  ],
  'Modify guild role': [
    {
      title: 'changes what is given and leaves the rest',
      call: ({ bot, guild, role }) => [
        'PATCH',
        `/guilds/${guild}/roles/${role}`,
        { as: bot, json: { color: 7, hoist: null } },
      ],
      status: 200,
      check: (body: Record<string, unknown>) =>
        assert.deepEqual(
          [body.name, body.permissions, body.color, body.hoist],
          ['keepers', MANAGE_CHANNELS, 7, false],
        ),
    },
    {
      title: 'changes the permissions of @everyone, but not its name',
      call: ({ bot, guild }) => [
        'PATCH',
        `/guilds/${guild}/roles/${guild}`,
        { as: bot, json: { permissions: 104324161, name: 'all' } },
      ],
      status: 200,
      check: (body: { name: string }) => assert.equal(body.name, '@everyone'),
    },
    {
      title: 'does not reach a higher role',
      call: ({ guild, role }) => [
        'PATCH',
        `/guilds/${guild}/roles/${role}`,
        { as: staff.token, json: { color: 1 } },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'does not reach one’s own highest role',
      call: ({ guild }) => [
        'PATCH',
        `/guilds/${guild}/roles/${staff.role}`,
        { as: staff.token, json: { color: 1 } },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'adds only permissions that one holds',
      call: ({ guild }) => [
        'PATCH',
        `/guilds/${guild}/roles/${guild}`,
        { as: staff.token, json: { permissions: 104324161 + BAN_MEMBERS } },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'needs MANAGE_ROLES',
      call: ({ member, guild, role }) => [
        'PATCH',
        `/guilds/${guild}/roles/${role}`,
        { as: member.token, json: {} },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'does not know any role',
      call: ({ bot, guild }) => ['PATCH', `/guilds/${guild}/roles/${NOBODY}`, { as: bot, json: {} }],
      status: 404,
      code: 10011,
    },
    {
      title: 'checks fields',
      call: ({ bot, guild, role }) => [
        'PATCH',
        `/guilds/${guild}/roles/${role}`,
        { as: bot, json: { name: '', color: 1.5, permissions: -1 } },
      ],
      status: 400,
      code: 50035,
      fields: {
        name: 'BASE_TYPE_BAD_LENGTH',
        color: 'NUMBER_TYPE_COERCE',
        permissions: 'NUMBER_TYPE_MIN',
      },
    },
  ],
  'Modify guild role positions': [
    {
      title: 'needs MANAGE_ROLES',
      call: ({ member, guild }) => ['PATCH', `/guilds/${guild}/roles`, { as: member.token, json: [] }],
      status: 403,
      code: 50013,
    },
    {
      title: 'does not lift a role above one’s own highest',
      call: ({ guild }) => [
        'PATCH',
        `/guilds/${guild}/roles`,
        { as: staff.token, json: [{ id: staff.role, position: 200 }] },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'does not sink a higher role',
      call: ({ guild, role }) => [
        'PATCH',
        `/guilds/${guild}/roles`,
        { as: staff.token, json: [{ id: role, position: 1 }] },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'names the entry that is no role of the guild',
      call: ({ bot, guild, role }) => [
        'PATCH',
        `/guilds/${guild}/roles`,
        {
          as: bot,
          json: [
            { id: role, position: 1 },
            { id: NOBODY, position: 2 },
          ],
        },
      ],
      status: 400,
      code: 50035,
      fields: { '1.id': 'BASE_TYPE_CHOICES' },
    },
    {
      title: 'wants an id and a position in each entry',
      call: ({ bot, guild, role }) => [
        'PATCH',
        `/guilds/${guild}/roles`,
        { as: bot, json: [{ position: 1 }, { id: role, position: -1 }] },
      ],
      status: 400,
      code: 50035,
      fields: { '0.id': 'BASE_TYPE_REQUIRED', '1.position': 'NUMBER_TYPE_MIN' },
    },
  ],
  'Delete guild role': [
    {
      title: 'does not delete @everyone',
      call: ({ bot, guild }) => ['DELETE', `/guilds/${guild}/roles/${guild}`, { as: bot }],
      status: 403,
      code: 50013,
    },
    {
      title: 'does not reach a higher role',
      call: ({ guild, role }) => ['DELETE', `/guilds/${guild}/roles/${role}`, { as: staff.token }],
      status: 403,
      code: 50013,
    },
    {
      title: 'needs MANAGE_ROLES',
      call: ({ member, guild, role }) => ['DELETE', `/guilds/${guild}/roles/${role}`, { as: member.token }],
      status: 403,
      code: 50013,
    },
    {
      title: 'does not know any role',
      call: ({ bot, guild }) => ['DELETE', `/guilds/${guild}/roles/${NOBODY}`, { as: bot }],
      status: 404,
      code: 10011,
    },
  ],
});

describe('Roles', () => {
  test('are told to the members as they are made, changed, sorted and deleted, and kept', async () => {
    const { service, world } = used;
    const { guild, bot, member } = world;
    let made = { id: '', position: 0 };
    const heard = await witness(service, member.token, async () => {
      made = await makeRole({ name: 'first' });
      await service.ok('PATCH', `/guilds/${guild}/roles/${made.id}`, { as: bot, json: { name: 'second' } });
      const roles: { id: string }[] = await service.ok('GET', `/guilds/${guild}/roles`, { as: bot });
      const top = roles.length - 1;
      const sorted: { id: string; position: number }[] = await service.ok('PATCH', `/guilds/${guild}/roles`, {
        as: bot,
        json: [{ id: made.id, position: top }],
      });
      assert.deepEqual(
        sorted.map(({ position }) => position),
        roles.map((_, index) => index),
      );
      assert.equal(sorted.at(-1)?.id, made.id);
      await service.ok('DELETE', `/guilds/${guild}/roles/${made.id}`, { as: bot });
    });
    const names = heard.map(({ t }) => t);
    assert.deepEqual(
      [names[0], names[1], names.at(-1)],
      ['GUILD_ROLE_CREATE', 'GUILD_ROLE_UPDATE', 'GUILD_ROLE_DELETE'],
    );
    assert.deepEqual([...new Set(names.slice(1, -1))], ['GUILD_ROLE_UPDATE']);
    assert.deepEqual([heard[0]?.d.guild_id, heard[0]?.d.role.id], [guild, made.id]);
    assert.equal(heard[1]?.d.role.name, 'second');
    assert.deepEqual(heard.at(-1)?.d, { guild_id: guild, role_id: made.id });
  });

  test('that are deleted leave members and channels', async () => {
    const { service, world } = used;
    const { guild, bot } = world;
    const other = await addStaff(service, world, 0);
    const overwrites = [
      { id: other.role, type: 'role', allow: 1024, deny: 0 },
      { id: guild, type: 'role', allow: 0, deny: 1024 },
    ];
    const channel = await service.ok('POST', `/guilds/${guild}/channels`, {
      as: bot,
      json: { name: 'theirs', permission_overwrites: overwrites },
    });
    await service.ok('DELETE', `/guilds/${guild}/roles/${other.role}`, { as: bot });
    const member = await service.ok('GET', `/guilds/${guild}/members/${other.person.id}`, { as: bot });
    assert.deepEqual(member.roles, []);
    const after = await service.ok('GET', `/channels/${channel.id}`, { as: bot });
    assert.deepEqual(after.permission_overwrites, overwrites.slice(1));
  });

  test('are at most 250', async () => {
    const { service } = used;
    const game = await service.game({ name: 'Many' });
    const as = botHeader(game.bot);
    const json = { name: 'Full', roles: Array(250).fill({}) };
    const guild = await service.ok('POST', '/guilds', { as, json });
    const reply = await service.request('POST', `/guilds/${guild.id}/roles`, { as, json: {} });
    assert.deepEqual([reply.status, reply.body.code], [400, 30005]);
  });

  test('that a bad request names are left alone', async () => {
    const { service, world } = used;
    const before = await storedState(service, world);
    const reply = await service.request('PATCH', `/guilds/${world.guild}/roles`, {
      as: world.bot,
      json: { id: world.role },
    });
    assert.deepEqual(innerCodes(reply.body.errors), { '': 'LIST_TYPE_CONVERT' });
    assert.deepEqual(await storedState(service, world), before);
  });

  test('are the same after a restart', async () => {
    const before = await storedState(used.service, used.world);
    await used.service.restart();
    assert.deepEqual(await storedState(used.service, used.world), before);
  });
});
