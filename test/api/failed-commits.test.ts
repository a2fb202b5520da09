import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Database } from '#guildhall/store/database.js';
import { type TestService, withService } from './support/test-service.js';
import { makeWorld } from './support/world.js';

/** Makes SQLite itself refuse every new channel until it is taken back. */
function refuseChannels(service: TestService): Promise<() => Promise<void>> {
  return refuse(service, 'INSERT ON channels');
}

async function refuse(service: TestService, what: string): Promise<() => Promise<void>> {
  const database = await Database.open(service.databasePath);
  await database.exec(
    `CREATE TRIGGER refusal BEFORE ${what} BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`,
  );
  return async () => {
    await database.exec('DROP TRIGGER refusal');
    await database.close();
  };
}

test('a change that could not be kept is refused, not told, and not there; what was decided with it neither', async () => {
  await withService(async (service) => {
    const { bot, guild, text, member } = await makeWorld(service);
    const gateway = await service.identify(member.token);
    await gateway.heard('GUILD_CREATE');
    const before = await service.ok('GET', `/guilds/${guild}/channels`, { as: bot });
    const allow = await refuseChannels(service);
    const create = () =>
      service.request('POST', `/guilds/${guild}/channels`, { as: bot, json: { name: 'doomed' } });
    const post = () =>
      service.request('POST', `/channels/${text}/messages`, { as: bot, json: { content: 'hi' } });
    for (const reply of await Promise.all([create(), create()])) {
      assert.deepEqual([reply.status, reply.body.code], [503, 0]);
    }
    assert.deepEqual(await service.ok('GET', `/guilds/${guild}/channels`, { as: bot }), before);
    assert.equal((await post()).status, 200);
    await allow();
    const made = await create();
    assert.equal(made.status, 201);
    assert.deepEqual(await gateway.heard('CHANNEL_CREATE'), made.body);
    assert.deepEqual(gateway.dispatches.filter((name) => name === 'CHANNEL_CREATE').length, 1);
  });
});

test('a guild whose making could not be kept is not there', async () => {
  await withService(async (service) => {
    const { bot, game } = await makeWorld(service);
    const gateway = await service.identify(game.bot.token);
    await gateway.heard('GUILD_CREATE');
    const allow = await refuseChannels(service);
    const create = () =>
      service.request('POST', '/guilds', { as: bot, json: { name: 'New', channels: [{ name: 'room' }] } });
    assert.equal((await create()).status, 503);
    await allow();
    assert.equal((await service.ok('GET', '/users/@me/guilds', { as: bot })).length, 1);
    const made = await create();
    assert.equal((await gateway.heard('GUILD_CREATE')).id, made.body.id);
  });
});

test('a guild whose deletion could not be kept stays as it was, and nobody hears of it', async () => {
  await withService(async (service) => {
    const { bot, guild, text, member } = await makeWorld(service);
    const gateway = await service.identify(member.token);
    await gateway.heard('GUILD_CREATE');
    const before = await service.ok('GET', `/guilds/${guild}`, { as: bot });
    const allow = await refuse(service, 'DELETE ON guilds');
    const remove = () => service.request('DELETE', `/guilds/${guild}`, { as: bot });
    assert.equal((await remove()).status, 503);
    assert.deepEqual(await service.ok('GET', `/guilds/${guild}`, { as: bot }), before);
    await service.ok('POST', `/channels/${text}/messages`, { as: bot, json: { content: 'still here' } });
    assert.equal((await gateway.heard('MESSAGE_CREATE')).content, 'still here');
    assert.equal(gateway.dispatches.includes('GUILD_DELETE'), false);
    await allow();
    assert.equal((await remove()).status, 204);
    assert.deepEqual(await gateway.heard('GUILD_DELETE'), { id: guild });
  });
});
