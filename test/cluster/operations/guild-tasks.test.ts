import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InputError, UserError } from '#guildhall/platform/errors.js';
import { SqlApplicationStore } from '#guildhall/store/sql/application-store.js';
import { holdNext } from '../../api/support/hold-next.js';
import { withOwnerAndOther } from '../../api/support/owner-and-other.js';
import type { TestService } from '../../api/support/test-service.js';
import { makeWorld, requestAuthorization, type World } from '../../api/support/world.js';
import { noPostgres } from '../../helpers/postgres/postgres-server.js';

describe('On a node that does not own the guild', { skip: noPostgres }, () => {
  let owner: TestService;
  let other: TestService;
  let world: World;
  withOwnerAndOther((nodes) => {
    ({ owner, other, world } = nodes);
  });

  test('a user sees the guilds of all nodes', async () => {
    const { guild: own } = await makeWorld(other);
    for (const as of [world.bot, world.member.token]) {
      const there = await other.ok('GET', '/users/@me/guilds', { as });
      assert.deepEqual(there, await owner.ok('GET', '/users/@me/guilds', { as }));
      assert.equal(there[0].id, world.guild);
    }
    assert.notEqual(own, world.guild);
  });

  test('a bot is added, and refused', async () => {
    const { guild, member } = world;
    const person = await other.person('Grace');
    const game = await other.game({ name: 'Added' });
    const query = { scope: 'bot', guild_id: guild, permissions: '8' };
    assert.equal((await requestAuthorization(other, game, person, query)).body.error, 'access_denied');
    await owner.ok('PATCH', `/guilds/${guild}`, { as: world.bot, json: { owner_id: member.id } });
    const { status, body } = await requestAuthorization(other, game, member, query);
    assert.equal(status, 200, JSON.stringify(body));
    const joined = await owner.ok('GET', `/guilds/${guild}/members/${game.bot.id}`, { as: world.bot });
    assert.equal(joined.user.id, game.bot.id);
  });

  test('the administrator configures it', async () => {
    const { guild, bot: as } = world;
    const { administration } = other.api;
    await administration.configureGuild(guild, { features: ['VERIFIED'], vanity_url_code: 'forwarded' });
    assert.deepEqual((await owner.ok('GET', `/guilds/${guild}`, { as })).features, ['VERIFIED']);
    await assert.rejects(administration.configureGuild(guild, { features: ['NONE'] }), (error: unknown) => {
      assert.ok(error instanceof InputError);
      assert.match(`${error.message} ${error.hint}`, /there is no feature NONE There are/);
      return true;
    });
    await assert.rejects(administration.configureGuild('1', {}), new UserError('there is no guild 1'));
    await assert.rejects(administration.changeSubscribers(guild, '5', [], []), /has no integration 5/);
  });

  test('no bot is added whose application is deleted meanwhile', async () => {
    const { guild, member } = world;
    const helper = await other.game({ name: 'Helper' });
    const found = holdNext(SqlApplicationStore.prototype, 'byId', 1);
    const added = requestAuthorization(other, helper, member, {
      scope: 'bot',
      guild_id: guild,
      permissions: '0',
    });
    await found.reached;
    await other.api.administration.deleteApplication(helper.id, true);
    found.release();
    assert.equal((await added).body.error, 'access_denied');
  });

  test('an application is deleted with the guilds of its bot', async () => {
    const { guild, game } = await makeWorld(owner);
    const { administration } = other.api;
    await assert.rejects(administration.deleteApplication(game.id, false), UserError);
    await administration.deleteApplication(game.id, true);
    assert.equal((await owner.request('GET', `/guilds/${guild}`, { as: world.bot })).status, 404);
  });
});
