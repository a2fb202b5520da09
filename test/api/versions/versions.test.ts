import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { defineBody } from '#guildhall/api/versions/body.js';
import { API_VERSIONS } from '#guildhall/api/versions/index.js';
import { writeEvent } from '#guildhall/api/versions/v6/gateway-events.js';
import { V6 } from '#guildhall/api/versions/v6/version.js';
import { V6Views } from '#guildhall/api/versions/v6/views.js';
import type { ApiVersion } from '#guildhall/api/versions/version.js';
import type { GuildRole } from '#guildhall/guilds/state.js';
import type { Role } from '#guildhall/protocol/objects/role.js';
import { TestService } from '../support/test-service.js';
import { makeWorld } from '../support/world.js';

/** Version 6 with one field renamed: the name of a role is its title. */
class ViewsWithTitles extends V6Views {
  override role(role: GuildRole): Role {
    const { name, ...shown } = super.role(role);
    return { ...shown, title: name } as unknown as Role;
  }
}

const RoleWithTitle = Type.Object({ title: Type.Optional(Type.String({ maxLength: 100 })) });

const views = new ViewsWithTitles();
const V8: ApiVersion = {
  ...V6,
  number: 8,
  bodies: {
    ...V6.bodies,
    createRole: defineBody(
      RoleWithTitle,
      ({ title }) => ({ name: title }),
      (path) => path.map((field) => (field === 'name' ? 'title' : field)),
    ),
  },
  views,
  writeEvent: (event, guildId) => writeEvent(event, guildId, views),
};

test('a version of the interface renames a field in its replies and events', async () => {
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

test('a version of the interface renames a field of its body', async () => {
  const service = await TestService.start({ versions: new Map([...API_VERSIONS, ['8', V8]]) });
  try {
    const { bot, guild } = await makeWorld(service);
    const create = async (version: string, body: object) => {
      const reply = await fetch(`${service.url}/${version}/guilds/${guild}/roles`, {
        method: 'POST',
        headers: { authorization: bot, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await reply.json()) as { name?: string; title?: string; errors?: object };
    };
    assert.equal((await create('v6', { name: 'Crew' })).name, 'Crew');
    assert.equal((await create('v8', { title: 'Crew' })).title, 'Crew');
    // Each version reads its own field only, and names it in its errors.
    assert.equal((await create('v6', { title: 'Crew' })).name, 'new role');
    assert.equal((await create('v8', { name: 'Crew' })).title, 'new role');
    assert.deepEqual(Object.keys((await create('v8', { title: 7, name: 7 })).errors ?? {}), ['title']);
    assert.deepEqual(Object.keys((await create('v8', { title: 'a\nb' })).errors ?? {}), ['title']);
    assert.deepEqual(Object.keys((await create('v6', { title: 7, name: 7 })).errors ?? {}), ['name']);
  } finally {
    await service.stop();
  }
});
