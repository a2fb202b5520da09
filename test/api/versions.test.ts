import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_VERSIONS } from '#guildhall/api/versions/index.js';
import { writeEvent } from '#guildhall/api/versions/v6/gateway-events.js';
import { V6 } from '#guildhall/api/versions/v6/version.js';
import { Views } from '#guildhall/api/versions/v6/views.js';
import type { ApiVersion } from '#guildhall/api/versions/version.js';
import type { GuildRole } from '#guildhall/guilds/state.js';
import type { Role } from '#guildhall/protocol/objects/role.js';
import { TestService } from './support/test-service.js';
import { makeWorld } from './support/world.js';

/** Version 6 with one field renamed: the name of a role is its title. */
class ViewsWithTitles extends Views {
  override role(role: GuildRole): Role {
    const { name, ...shown } = super.role(role);
    return { ...shown, title: name } as unknown as Role;
  }
}

const views = new ViewsWithTitles();
const V8: ApiVersion = {
  ...V6,
  number: 8,
  views,
  writeEvent: (event, guildId) => writeEvent(event, guildId, views),
};

test('a version of the interface renames a field in replies and events by itself', async () => {
  const service = await TestService.start({ versions: new Map([...API_VERSIONS, ['8', V8]]) });
  try {
    const { bot, game, guild } = await makeWorld(service);
    const gateways = await Promise.all(
      ['6', '8'].map(async (version) => {
        const gateway = await service.connect(`v=${version}&encoding=json`);
        gateway.send(2, { token: game.bot.token });
        return gateway;
      }),
    );
    const created = await Promise.all(gateways.map((gateway) => gateway.heard('GUILD_CREATE')));
    const named = (data: unknown) => (data as { roles: object[] }).roles.map((role) => 'name' in role);
    assert.ok(created.map(named)[0]?.every(Boolean));
    assert.ok(created.map(named)[1]?.every((has) => !has));
    await service.ok('POST', `/guilds/${guild}/roles`, { as: bot, json: { name: 'Crew' } });
    const roles = await Promise.all(
      gateways.map(async (gateway) => (await gateway.heard('GUILD_ROLE_CREATE')) as { role: object }),
    );
    assert.deepEqual(
      roles.map(({ role }) => Object.entries(role).find(([, value]) => value === 'Crew')?.[0]),
      ['name', 'title'],
    );
    const read = async (version: string) => {
      const reply = await fetch(`${service.url}/${version}/guilds/${guild}`, {
        headers: { authorization: bot },
      });
      const { roles } = (await reply.json()) as { roles: object[] };
      return roles.map((role) => ('title' in role ? 'title' : 'name'));
    };
    // The text of a reply is kept for each version apart.
    assert.deepEqual(
      await read('v6'),
      (await read('v6')).map(() => 'name'),
    );
    assert.deepEqual(
      await read('v8'),
      (await read('v6')).map(() => 'title'),
    );
  } finally {
    await service.stop();
  }
});
