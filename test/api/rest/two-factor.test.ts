import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addPerson } from '../support/staff.js';
import { storedGuild } from '../support/stored-guild.js';
import type { Person } from '../support/test-service.js';
import { requireTwoFactor } from '../support/two-factor.js';
import { useWorld } from '../support/world.js';

let person: Person;
const used = useWorld(async (service, world) => {
  person = await addPerson(service, world);
  await requireTwoFactor(service, world.guild);
});

describe('In a guild of mfa_level 1, without two-factor', () => {
  const cases = (guild: string, role: string, user: string): [string, string, object?][] => [
    ['POST', `/guilds/${guild}/roles`, {}],
    ['PATCH', `/guilds/${guild}/roles`, []],
    ['PATCH', `/guilds/${guild}/roles/${role}`, {}],
    ['DELETE', `/guilds/${guild}/roles/${role}`],
    ['PUT', `/guilds/${guild}/members/${user}/roles/${role}`],
    ['DELETE', `/guilds/${guild}/members/${user}/roles/${role}`],
    ['PATCH', `/guilds/${guild}/members/${user}`, { roles: [] }],
    ['DELETE', `/guilds/${guild}/members/${user}`],
    ['GET', `/guilds/${guild}/bans`],
    ['PUT', `/guilds/${guild}/bans/${user}`],
    ['DELETE', `/guilds/${guild}/bans/${user}`],
    ['GET', `/guilds/${guild}/prune?days=1`],
    ['POST', `/guilds/${guild}/prune?days=1`],
  ];

  test('even the owner does nothing that needs it', async () => {
    const { service, world } = used;
    const before = await storedGuild(service, world).catch(() => null);
    assert.equal(before, null, 'the bans are not shown either');
    for (const [method, path, json] of cases(world.guild, world.role, person.id)) {
      const reply = await service.request(method, path, { as: world.bot, json });
      assert.deepEqual([reply.status, reply.body.code], [403, 60003], `${method} ${path}`);
    }
  });

  test('operations without elevated permissions are allowed', async () => {
    const { service, world } = used;
    const { bot, guild } = world;
    const json = { nick: 'N', mute: true };
    await service.ok('PATCH', `/guilds/${guild}/members/${person.id}`, { as: bot, json });
    await service.ok('PATCH', `/guilds/${guild}/members/@me/nick`, { as: person.token, json: { nick: 'J' } });
    await service.ok('DELETE', `/users/@me/guilds/${guild}`, { as: person.token });
  });
});
