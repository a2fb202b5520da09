import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useCast } from '../support/cast.js';
import { recordEvents } from '../support/event-recorder.js';
import { testRows } from '../support/rows.js';
import { addPerson, addStaff, type Staff } from '../support/staff.js';
import { storedGuild } from '../support/stored-guild.js';
import type { Person } from '../support/test-service.js';
import { useWorld } from '../support/world.js';
import { modifyMemberRows } from './rows/modify-member.js';

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

testRows(useCast(), modifyMemberRows);

describe('Members', () => {
  test('take roles whose ids are JSON integers', async () => {
    const { guild, bot } = used.world;
    const response = await fetch(`${used.service.url}${pathOf(guild, person.id)}`, {
      method: 'PATCH',
      headers: { authorization: bot, 'content-type': 'application/json' },
      body: `{"roles":[${lower.role}],"nick":"[${lower.role}]"}`,
    });
    assert.equal(response.status, 204);
    const { roles, nick } = await show(person.id);
    assert.deepEqual([roles, nick], [[lower.role], `[${lower.role}]`]);
    await modify(person.id, { roles: [], nick: null });
  });

  test('are sent to others when changed, even without a difference', async () => {
    const { service, world } = used;
    const { guild, bot, member } = world;
    const path = `${pathOf(guild, person.id)}/roles/${lower.role}`;
    const heard = await recordEvents(service, member.token, async () => {
      await modify(person.id, { nick: 'Jo' });
      await service.ok('PUT', path, { as: bot });
      await service.ok('PUT', path, { as: bot });
      await service.ok('DELETE', path, { as: bot });
      const nickOf = (json: object) =>
        service.ok('PATCH', `/guilds/${guild}/members/@me/nick`, { as: person.token, json });
      assert.deepEqual(await nickOf({}), { nick: 'Jo' });
      assert.deepEqual(await nickOf({ nick: null }), { nick: null });
    });
    assert.deepEqual(
      heard.map(({ t, d }) => [t, d.guild_id, d.user.id, d.nick, d.roles]),
      [
        ['GUILD_MEMBER_UPDATE', guild, person.id, 'Jo', []],
        ['GUILD_MEMBER_UPDATE', guild, person.id, 'Jo', [lower.role]],
        ['GUILD_MEMBER_UPDATE', guild, person.id, 'Jo', [lower.role]],
        ['GUILD_MEMBER_UPDATE', guild, person.id, 'Jo', []],
        ['GUILD_MEMBER_UPDATE', guild, person.id, 'Jo', []],
        ['GUILD_MEMBER_UPDATE', guild, person.id, null, []],
      ],
    );
  });

  test('in voice can be muted, moved and disconnected', async () => {
    const { service, world } = used;
    const { guild, voice, member } = world;
    const gateway = await service.identify(person.token);
    await gateway.heard('GUILD_CREATE');
    gateway.send(4, { guild_id: guild, channel_id: voice, self_mute: false, self_deaf: false });
    await gateway.heard('VOICE_STATE_UPDATE');
    const heard = await recordEvents(service, member.token, async () => {
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
    const before = await storedGuild(used.service, used.world);
    await used.service.restart();
    assert.deepEqual(await storedGuild(used.service, used.world), before);
    const { nick, roles, deaf } = await show(person.id);
    assert.deepEqual([nick, roles, deaf], ['Kept', [lower.role], true]);
  });
});
