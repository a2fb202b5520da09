import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useCast } from '../support/cast.js';
import { recordEvents } from '../support/event-recorder.js';
import { innerCodes, testRows } from '../support/rows.js';
import { addStaff } from '../support/staff.js';
import { storedGuild } from '../support/stored-guild.js';
import { botHeader, useWorld } from '../support/world.js';
import { guildRoleRows } from './rows/guild-roles.js';

const used = useWorld();
const makeRole = (json: object = {}, as = used.world.bot) =>
  used.service.ok('POST', `/guilds/${used.world.guild}/roles`, { as, json });

testRows(useCast(), guildRoleRows);

describe('Roles', () => {
  test('are sent to members when created, changed, sorted and deleted, and stored', async () => {
    const { service, world } = used;
    const { guild, bot, member } = world;
    let made = { id: '', position: 0 };
    const heard = await recordEvents(service, member.token, async () => {
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

  test('accept their color in colors, too', async () => {
    const { service, world } = used;
    const { bot: as, guild, role } = world;
    const colored = (json: object) =>
      service.request('PATCH', `/guilds/${guild}/roles/${role}`, { as, json });
    assert.equal((await colored({ colors: { primary_color: 0xabcdef } })).body.color, 0xabcdef);
    assert.equal((await colored({ color: 1, colors: { primary_color: 2 } })).body.color, 1);
    const wrong = await colored({ colors: { primary_color: -1 } });
    assert.deepEqual(innerCodes(wrong.body.errors), { 'colors.primary_color': 'NUMBER_TYPE_MIN' });
  });

  test('are unchanged by an invalid request', async () => {
    const { service, world } = used;
    const before = await storedGuild(service, world);
    const reply = await service.request('PATCH', `/guilds/${world.guild}/roles`, {
      as: world.bot,
      json: { id: world.role },
    });
    assert.deepEqual(innerCodes(reply.body.errors), { '': 'LIST_TYPE_CONVERT' });
    assert.deepEqual(await storedGuild(service, world), before);
  });

  test('are the same after a restart', async () => {
    const before = await storedGuild(used.service, used.world);
    await used.service.restart();
    assert.deepEqual(await storedGuild(used.service, used.world), before);
  });
});
