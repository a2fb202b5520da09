import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { longText, NOBODY, testRows } from '../support/rows.js';
import { addPerson, addStaff, type Staff, storedState } from '../support/staff.js';
import type { Person } from '../support/test-service.js';
import { witness } from '../support/witness.js';
import { useWorld } from '../support/world.js';

const MANAGE_ROLES = 0x10000000;
const MANAGE_NICKNAMES = 0x8000000;
const MOVE_MEMBERS = 0x1000000;
const CONNECT = 0x100000;

/** may name members, give them roles and move them, and stands below the keepers of the world */
let staff: Staff;
/** has a role below the staff's */
let lower: Staff;
let person: Person;
/** a voice channel into which only the owner may go */
let vault: string;
const used = useWorld(async (service, world) => {
  staff = await addStaff(service, world, MANAGE_ROLES | MANAGE_NICKNAMES | MOVE_MEMBERS);
  lower = await addStaff(service, world, 0);
  person = await addPerson(service, world);
  const locked = await service.ok('POST', `/guilds/${world.guild}/channels`, {
    as: world.bot,
    json: {
      name: 'vault',
      type: 2,
      permission_overwrites: [{ id: world.guild, type: 'role', allow: 0, deny: CONNECT }],
    },
  });
  vault = locked.id;
});

const pathOf = (guild: string, user: string) => `/guilds/${guild}/members/${user}`;
const modify = (user: string, json: object, as = used.world.bot) =>
  used.service.ok('PATCH', pathOf(used.world.guild, user), { as, json });
const show = (user: string) => used.service.ok('GET', pathOf(used.world.guild, user), { as: used.world.bot });

testRows(used, {
  'Modify guild member': [
    {
      title: 'changes everything at once',
      call: ({ bot, guild, role, member }) => [
        'PATCH',
        pathOf(guild, member.id),
        { as: bot, json: { nick: 'Countess', roles: [role], mute: true, deaf: true } },
      ],
      status: 204,
    },
    {
      title: 'takes the nick away with null and leaves what is not given',
      call: ({ bot, guild, member }) => [
        'PATCH',
        pathOf(guild, member.id),
        { as: bot, json: { nick: null, mute: null } },
      ],
      status: 204,
    },
    ...(['nick', 'roles', 'mute', 'deaf', 'channel_id'] as const).map((field) => ({
      title: `needs for ${field} the permission of that field`,
      call: ({ member, guild, voice }: { member: Person; guild: string; voice: string }) => {
        const value = { nick: 'N', roles: [], mute: false, deaf: false, channel_id: voice }[field];
        const options = { as: member.token, json: { [field]: value } };
        return ['PATCH', pathOf(guild, person.id), options] as const;
      },
      status: 403,
      code: 50013,
    })),
    {
      title: 'renames nobody who is not lower',
      call: ({ guild, game }) => [
        'PATCH',
        pathOf(guild, game.bot.id),
        { as: staff.token, json: { nick: 'N' } },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'renames oneself with MANAGE_NICKNAMES',
      call: ({ guild }) => [
        'PATCH',
        pathOf(guild, staff.person.id),
        { as: staff.token, json: { nick: 'G' } },
      ],
      status: 204,
    },
    {
      title: 'gives no role that is not below one’s own highest',
      call: ({ guild, role }) => [
        'PATCH',
        pathOf(guild, person.id),
        { as: staff.token, json: { roles: [role] } },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'takes no role that is not below one’s own highest',
      call: ({ guild }) => [
        'PATCH',
        pathOf(guild, staff.person.id),
        { as: staff.token, json: { roles: [] } },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'moves nobody who is not in voice',
      call: ({ bot, guild, voice }) => [
        'PATCH',
        pathOf(guild, person.id),
        { as: bot, json: { channel_id: voice } },
      ],
      status: 400,
      code: 40032,
    },
    {
      title: 'moves nobody to where one may not go oneself',
      call: ({ guild }) => [
        'PATCH',
        pathOf(guild, person.id),
        { as: staff.token, json: { channel_id: vault } },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'moves nobody into a text channel',
      call: ({ bot, guild, text }) => [
        'PATCH',
        pathOf(guild, person.id),
        { as: bot, json: { channel_id: text } },
      ],
      status: 400,
      code: 50035,
      fields: { channel_id: 'BASE_TYPE_CHOICES' },
    },
    {
      title: 'does not know any channel',
      call: ({ bot, guild }) => [
        'PATCH',
        pathOf(guild, person.id),
        { as: bot, json: { channel_id: NOBODY } },
      ],
      status: 404,
      code: 10003,
    },
    {
      title: 'does not know everybody',
      call: ({ bot, guild }) => ['PATCH', pathOf(guild, NOBODY), { as: bot, json: {} }],
      status: 404,
      code: 10007,
    },
    {
      title: 'is closed to others',
      call: ({ stranger, guild }) => ['PATCH', pathOf(guild, person.id), { as: stranger.token, json: {} }],
      status: 403,
      code: 50001,
    },
    {
      title: 'checks the type of each field',
      call: ({ bot, guild }) => [
        'PATCH',
        pathOf(guild, person.id),
        { as: bot, json: { nick: longText(33), roles: ['x'], mute: 1, deaf: 'no', channel_id: 5 } },
      ],
      status: 400,
      code: 50035,
      fields: {
        nick: 'BASE_TYPE_BAD_LENGTH',
        'roles.0': 'NUMBER_TYPE_COERCE',
        mute: 'BOOLEAN_TYPE_CONVERT',
        deaf: 'BOOLEAN_TYPE_CONVERT',
        channel_id: 'STRING_TYPE_CONVERT',
      },
    },
    {
      title: 'names the role that is not the guild’s',
      call: ({ bot, guild, role }) => [
        'PATCH',
        pathOf(guild, person.id),
        { as: bot, json: { nick: 'half', roles: [role, NOBODY] } },
      ],
      status: 400,
      code: 50035,
      fields: { 'roles.1': 'BASE_TYPE_CHOICES' },
    },
  ],
  'Modify current user nick': [
    {
      title: 'tells the nick',
      call: ({ guild }) => [
        'PATCH',
        `/guilds/${guild}/members/@me/nick`,
        { as: person.token, json: { nick: 'Jo' } },
      ],
      status: 200,
      check: (body: object) => assert.deepEqual(body, { nick: 'Jo' }),
    },
    {
      title: 'takes an empty nick for none, and %40me for @me',
      call: ({ guild }) => [
        'PATCH',
        `/guilds/${guild}/members/%40me/nick`,
        { as: person.token, json: { nick: '' } },
      ],
      status: 200,
      check: (body: object) => assert.deepEqual(body, { nick: null }),
    },
    {
      title: 'takes 32 characters at most',
      call: ({ guild }) => [
        'PATCH',
        `/guilds/${guild}/members/@me/nick`,
        { as: person.token, json: { nick: longText(33) } },
      ],
      status: 400,
      code: 50035,
      fields: { nick: 'BASE_TYPE_BAD_LENGTH' },
    },
    {
      title: 'is closed to others',
      call: ({ stranger, guild }) => [
        'PATCH',
        `/guilds/${guild}/members/@me/nick`,
        { as: stranger.token, json: { nick: 'M' } },
      ],
      status: 403,
      code: 50001,
    },
  ],
  'Add guild member role': [
    {
      title: 'gives a lower role',
      call: ({ guild }) => ['PUT', `${pathOf(guild, person.id)}/roles/${lower.role}`, { as: staff.token }],
      status: 204,
    },
    {
      title: 'gives no higher role',
      call: ({ guild, role }) => ['PUT', `${pathOf(guild, person.id)}/roles/${role}`, { as: staff.token }],
      status: 403,
      code: 50013,
    },
    {
      title: 'needs MANAGE_ROLES',
      call: ({ guild }) => ['PUT', `${pathOf(guild, person.id)}/roles/${lower.role}`, { as: person.token }],
      status: 403,
      code: 50013,
    },
    {
      title: 'does not know any role',
      call: ({ bot, guild }) => ['PUT', `${pathOf(guild, person.id)}/roles/${NOBODY}`, { as: bot }],
      status: 404,
      code: 10011,
    },
    {
      title: 'does not know everybody',
      call: ({ bot, guild, role }) => ['PUT', `${pathOf(guild, NOBODY)}/roles/${role}`, { as: bot }],
      status: 404,
      code: 10007,
    },
  ],
  'Remove guild member role': [
    {
      title: 'takes a lower role',
      call: ({ guild }) => ['DELETE', `${pathOf(guild, person.id)}/roles/${lower.role}`, { as: staff.token }],
      status: 204,
    },
    {
      title: 'takes no role from where one stands upwards',
      call: ({ guild }) => [
        'DELETE',
        `${pathOf(guild, staff.person.id)}/roles/${staff.role}`,
        { as: staff.token },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'needs MANAGE_ROLES',
      call: ({ guild }) => [
        'DELETE',
        `${pathOf(guild, person.id)}/roles/${lower.role}`,
        { as: person.token },
      ],
      status: 403,
      code: 50013,
    },
    {
      title: 'does not know any role',
      call: ({ bot, guild }) => ['DELETE', `${pathOf(guild, person.id)}/roles/${NOBODY}`, { as: bot }],
      status: 404,
      code: 10011,
    },
  ],
});

describe('Members', () => {
  test('are told to the others as they change, also where nothing differs', async () => {
    const { service, world } = used;
    const { guild, bot, member } = world;
    const path = `${pathOf(guild, person.id)}/roles/${lower.role}`;
    const heard = await witness(service, member.token, async () => {
      await modify(person.id, { nick: 'Jo' });
      await service.ok('PUT', path, { as: bot });
      await service.ok('PUT', path, { as: bot });
      await service.ok('DELETE', path, { as: bot });
      await service.ok('PATCH', `/guilds/${guild}/members/@me/nick`, { as: person.token, json: {} });
    });
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.guild_id, d.user.id, d.nick, d.roles]),
      [
        ['GUILD_MEMBER_UPDATE', guild, person.id, 'Jo', []],
        ['GUILD_MEMBER_UPDATE', guild, person.id, 'Jo', [lower.role]],
        ['GUILD_MEMBER_UPDATE', guild, person.id, 'Jo', [lower.role]],
        ['GUILD_MEMBER_UPDATE', guild, person.id, 'Jo', []],
        ['GUILD_MEMBER_UPDATE', guild, person.id, null, []],
      ],
    );
  });

  test('in voice are muted, moved and taken out of it', async () => {
    const { service, world } = used;
    const { guild, voice, member } = world;
    const gateway = await service.identify(person.token);
    await gateway.heard('GUILD_CREATE');
    gateway.send(4, { guild_id: guild, channel_id: voice, self_mute: false, self_deaf: false });
    await gateway.heard('VOICE_STATE_UPDATE');
    const heard = await witness(service, member.token, async () => {
      await modify(person.id, { mute: true });
      await modify(person.id, { channel_id: vault, mute: false });
      await modify(person.id, { channel_id: null });
    });
    assert.deepEqual(
      heard.filter(({ t }) => t === 'VOICE_STATE_UPDATE').map(({ d }) => [d.channel_id, d.mute]),
      [
        [voice, true],
        [vault, false],
        [null, false],
      ],
    );
    assert.equal(heard.filter(({ t }) => t === 'GUILD_MEMBER_UPDATE').length, 3);
    assert.equal(heard.length, 6);
    await gateway.close();
  });

  test('are not half changed by a request that is refused', async () => {
    const { service, world } = used;
    const before = await show(person.id);
    const json = { nick: 'half', roles: [world.role] };
    const reply = await service.request('PATCH', pathOf(world.guild, person.id), { as: staff.token, json });
    assert.equal(reply.status, 403);
    assert.deepEqual(await show(person.id), before);
  });

  test('are the same after a restart', async () => {
    await modify(person.id, { nick: 'Kept', roles: [lower.role], deaf: true });
    const before = await storedState(used.service, used.world);
    await used.service.restart();
    assert.deepEqual(await storedState(used.service, used.world), before);
    const { nick, roles, deaf } = await show(person.id);
    assert.deepEqual([nick, roles, deaf], ['Kept', [lower.role], true]);
  });
});
