import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { openDatabaseOfTest, withDatabaseOfTest } from '../../helpers/postgres/database-of-test.js';
import { type TestService, withService } from '../support/test-service.js';
import { bearer, client, makeWorld } from '../support/world.js';

/** Makes the database itself refuse every new channel until it is taken back. */
function refuseChannels(service: TestService): Promise<() => Promise<void>> {
  return refuse(service, 'INSERT ON channels');
}

async function refuse(service: TestService, what: string): Promise<() => Promise<void>> {
  const database = await openDatabaseOfTest(service.databasePath);
  const allow = await database.refuse(what);
  return async () => {
    await allow();
    await database.close();
  };
}

test('a change whose commit failed is refused and reverted without an event, with all later changes of its batch', async () => {
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

test('a guild whose creation failed to commit does not exist', async () => {
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

test('a guild whose deletion failed to commit is unchanged, and no event is sent', async () => {
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

describe('Who is in voice', () => {
  test('is there still after a change that could not be kept, and leaves as ever', async () => {
    await withService(async (service) => {
      const { bot, guild, voice, member } = await makeWorld(service);
      const inVoice = await joinVoice(service, member.token, guild, voice);
      await failOnce(service, bot, guild);
      const late = await service.identify(bot);
      const { voice_states } = await late.heard('GUILD_CREATE');
      assert.deepEqual(
        voice_states?.map(({ user_id, channel_id }) => [user_id, channel_id]),
        [[member.id, voice]],
      );
      inVoice.send(4, { guild_id: guild, channel_id: null });
      assert.equal((await late.heard('VOICE_STATE_UPDATE')).channel_id, null);
    });
  });

  test('leaves with the session, also while the guild is to be loaded again', async () => {
    await withService(async (service) => {
      const { bot, guild, voice, member } = await makeWorld(service);
      const inVoice = await joinVoice(service, member.token, guild, voice);
      const recordEvents = await service.identify(bot);
      await recordEvents.heard('GUILD_CREATE');
      await failOnce(service, bot, guild);
      await inVoice.close();
      const { user_id, channel_id } = await recordEvents.heard('VOICE_STATE_UPDATE');
      assert.deepEqual([user_id, channel_id], [member.id, null]);
      const late = await service.identify(bot);
      assert.deepEqual((await late.heard('GUILD_CREATE')).voice_states, []);
    });
  });

  const skip = oneNodeOnly('voice states are stored with the members that a commit removes');

  for (const gone of ['channels WHERE type = 2', 'members WHERE user_id <>']) {
    test(`has left when the store no longer has a ${gone.slice(0, 7)} for it`, { skip }, async () => {
      await withService(async (service) => {
        const { bot, guild, game, voice, member } = await makeWorld(service);
        await joinVoice(service, member.token, guild, voice);
        await failOnce(service, bot, guild);
        const rows = gone.endsWith('<>') ? `${gone} ${game.bot.id}` : gone;
        await withDatabaseOfTest(service.databasePath, (database) => database.exec(`DELETE FROM ${rows}`));
        const late = await service.identify(bot);
        assert.deepEqual((await late.heard('GUILD_CREATE')).voice_states, []);
      });
    });
  }
});

async function joinVoice(service: TestService, token: string, guild: string, channel: string) {
  const gateway = await service.identify(token);
  await gateway.heard('GUILD_CREATE');
  gateway.send(4, { guild_id: guild, channel_id: channel });
  assert.equal((await gateway.heard('VOICE_STATE_UPDATE')).channel_id, channel);
  return gateway;
}

/** A change that cannot be kept, after which the guild is loaded again when it is asked for. */
async function failOnce(service: TestService, bot: string, guild: string): Promise<void> {
  const allow = await refuseChannels(service);
  const reply = await service.request('POST', `/guilds/${guild}/channels`, {
    as: bot,
    json: { name: 'doomed' },
  });
  assert.equal(reply.status, 503);
  await allow();
}

test('a revocation whose commit failed revokes nothing', async () => {
  await withService(async (service) => {
    const { game, stranger } = await makeWorld(service);
    const as = await bearer(service, game, stranger, 'identify');
    const allow = await refuse(service, 'DELETE ON grants');
    const form = { ...client(game), token: as.replace('Bearer ', '') };
    const statusOf = async () => (await service.request('GET', '/oauth2/@me', { as })).status;
    // The last token of a grant takes the grant along, and stays where that cannot be kept.
    const refused = await service.request('POST', '/oauth2/token/revoke', { form });
    assert.equal(refused.status, 503);
    assert.equal(await statusOf(), 200);
    await allow();
    await service.ok('POST', '/oauth2/token/revoke', { form });
    assert.equal(await statusOf(), 401);
  });
});
