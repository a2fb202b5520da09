import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordEvents } from '../support/event-recorder.js';
import { attach, integrationPath, rolesOf, subscribe, sync } from '../support/integration.js';
import { testRows } from '../support/rows.js';
import { addPerson } from '../support/staff.js';
import { storedGuild } from '../support/stored-guild.js';
import { withService } from '../support/test-service.js';
import { makeWorld, useWorld, type World } from '../support/world.js';

let role: string;
const used = useWorld(async (service, world) => {
  role = (await attach(service, world, '7')).role_id;
  await subscribe(service, world, '7', world.member.id);
  await sync(service, world, '7');
});

const byHand = (method: string, more: (world: World) => string, json?: object) => (world: World) =>
  [method, `/guilds/${world.guild}${more(world)}`, { as: world.bot, json }] as const;

testRows(used, {
  "The owner, and the integration's role": Object.entries({
    'cannot give it': byHand('PUT', ({ game }) => `/members/${game.bot.id}/roles/${role}`),
    'cannot take it': byHand('DELETE', ({ member }) => `/members/${member.id}/roles/${role}`),
    'cannot take it among others': byHand('PATCH', ({ member }) => `/members/${member.id}`, { roles: [] }),
    'cannot delete it': byHand('DELETE', () => `/roles/${role}`),
  }).map(([title, call]) => ({ title, call, status: 403, code: 50013 })),
});

describe('The role of an integration', () => {
  test('is created and sent before the integration, managed and without permissions', async () => {
    const { service, world } = used;
    const { guild, bot, game } = world;
    const path = `/guilds/${guild}/integrations`;
    const heard = await recordEvents(service, world.member.token, () =>
      service.ok('POST', path, { as: bot, json: { type: 'youtube', id: '8' } }),
    );
    const roles = await service.ok('GET', `/guilds/${guild}/roles`, { as: bot });
    const made = roles.find(({ name }: { name: string }) => name === game.name);
    assert.deepEqual(
      [made.managed, made.permissions, made.position, made.hoist, made.mentionable],
      [true, 0, 1, false, false],
    );
    assert.deepEqual(heard, [
      { t: 'GUILD_ROLE_CREATE', d: { guild_id: guild, role: made } },
      { t: 'GUILD_INTEGRATIONS_UPDATE', d: { guild_id: guild } },
    ]);
    const shown = await service.ok('GET', path, { as: bot });
    assert.equal(shown.find(({ id }: { id: string }) => id === '8').role_id, made.id);
  });

  test('may look as its guild wants it to', async () => {
    const { service, world } = used;
    const json = { name: 'Patrons', color: 255, hoist: true };
    const path = `/guilds/${world.guild}/roles/${role}`;
    const changed = await service.ok('PATCH', path, { as: world.bot, json });
    assert.deepEqual(
      [changed.name, changed.color, changed.hoist, changed.managed],
      ['Patrons', 255, true, true],
    );
  });

  test('is deleted with the integration, from members and channels, with its subscribers', async () => {
    const { service, world } = used;
    const { guild, bot } = world;
    const person = await addPerson(service, world);
    const { role_id } = await attach(service, world, '9');
    await subscribe(service, world, '9', person.id);
    await sync(service, world, '9');
    assert.deepEqual(await rolesOf(service, world, person.id), [role_id]);
    const overwrite = `/channels/${world.text}/permissions/${role_id}`;
    await service.ok('PUT', overwrite, { as: bot, json: { type: 'role', allow: 0, deny: 2048 } });
    const heard = await recordEvents(service, world.member.token, () =>
      service.ok('DELETE', integrationPath(world, '9'), { as: bot }),
    );
    assert.deepEqual(heard, [
      { t: 'GUILD_ROLE_DELETE', d: { guild_id: guild, role_id } },
      { t: 'GUILD_INTEGRATIONS_UPDATE', d: { guild_id: guild } },
    ]);
    assert.deepEqual(await rolesOf(service, world, person.id), []);
    const channel = await service.ok('GET', `/channels/${world.text}`, { as: bot });
    assert.deepEqual(channel.permission_overwrites, []);
    const state = await storedGuild(service, world);
    await service.restart();
    assert.deepEqual(await storedGuild(service, world), state);
    await attach(service, world, '9');
    assert.deepEqual(await service.api.administration.changeSubscribers(guild, '9', [], []), []);
  });

  test('counts among the roles that a guild may have', () =>
    withService(async (service) => {
      const world = await makeWorld(service);
      const roles = Array.from({ length: 250 }, () => ({ name: 'one' }));
      const json = { name: 'Full', roles };
      const full = await service.ok('POST', '/guilds', { as: world.bot, json });
      const { body } = await service.request('POST', `/guilds/${full.id}/integrations`, {
        as: world.bot,
        json: { type: 'twitch', id: '7' },
      });
      assert.equal(body.code, 30005);
    }));
});
