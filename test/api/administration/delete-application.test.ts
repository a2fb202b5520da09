import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SqlApplicationStore } from '#guildhall/store/sql/application-store.js';
import { SqlGuildStore } from '#guildhall/store/sql/guild-store.js';
import { withDatabaseOfTest } from '../../helpers/postgres/database-of-test.js';
import { holdNext } from '../support/hold-next.js';
import { png } from '../support/jpeg.js';
import { type TestService, withService } from '../support/test-service.js';
import { authorize, botHeader, CALLBACK, join, makeWorld } from '../support/world.js';

/** Kept for a while where there are several nodes. */
const SHORT_LIVED: ReadonlySet<string> = new Set(['guild_entries', 'request_replies']);

/** Where the store has an id for long, as `table.column`: in a column of its own or within a list. */
async function placesOf(service: TestService, id: string): Promise<string[]> {
  return await withDatabaseOfTest(service.databasePath, async (database) => {
    const places: string[] = [];
    for (const { table, column } of await database.columns()) {
      if (SHORT_LIVED.has(table)) continue;
      const sql = `SELECT COUNT(*) AS count FROM "${table}" WHERE CAST("${column}" AS TEXT) LIKE ?`;
      const [found] = await database.all<{ count: number }>(sql, `%${id}%`);
      if (found !== undefined && found.count > 0) places.push(`${table}.${column}`);
    }
    return places.sort((a, b) => (a < b ? -1 : 1));
  });
}

async function countOf(service: TestService, table: 'guilds' | 'members'): Promise<number | undefined> {
  return await withDatabaseOfTest(service.databasePath, async (database) => {
    const [row] = await database.all<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`);
    return row?.count;
  });
}

/** The account of the bot stays: it is the author of messages and of what the audit log says. */
const OF_THE_BOT = ['audit_log.changes', 'audit_log.user_id', 'messages.author_id', 'users.id'];

describe('A deleted application', () => {
  test('leaves only messages, audit log entries and creator ids', async () => {
    await withService(async (service) => {
      const { administration } = service.api;
      const { game, bot, guild, text, member } = await makeWorld(service);
      await administration.updateApplication(game.id, { icon: png(8, 8).toString('base64') });
      await administration.changeTesters(game.id, [member.id], []);
      const code = await authorize(service, game, member, 'identify');
      const client = { client_id: game.id, client_secret: game.client_secret };
      const form = { ...client, grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
      const { access_token } = await service.ok('POST', '/oauth2/token', { form });
      await authorize(service, game, member, 'identify guilds');
      const { rpc_token } = await service.ok('POST', '/oauth2/token/rpc', { form: client });
      assert.ok(rpc_token);
      const credentials = { ...client, grant_type: 'client_credentials', scope: 'identify' };
      const owned = await service.ok('POST', '/oauth2/token', { form: credentials });
      await service.ok('POST', `/channels/${text}/messages`, { as: bot, json: { content: 'hello' } });
      await service.ok('PATCH', `/guilds/${guild}`, { as: bot, json: { owner_id: member.id } });
      const other = await service.game({ name: 'Other' });
      const visited = await service.ok('POST', '/guilds', {
        as: botHeader(other.bot),
        json: { name: 'Visited' },
      });
      await join(service, other, member, visited.id);

      await administration.deleteApplication(game.id, false);

      // The applications that created a guild and its channels.
      assert.deepEqual(await placesOf(service, game.id), [
        'channels.application_id',
        'guilds.application_id',
      ]);
      assert.deepEqual(await placesOf(service, game.bot.id), OF_THE_BOT);
      for (const as of [`Bearer ${access_token}`, `Bearer ${owned.access_token}`, bot]) {
        assert.equal((await service.request('GET', '/users/@me', { as })).status, 401);
      }
      const [message] = await service.ok('GET', `/channels/${text}/messages`, { as: member.token });
      assert.deepEqual([message.author.id, message.author.username], [game.bot.id, 'Game']);
    });
  });

  test('is announced to its owner, whose client_credentials tokens have no grant', async () => {
    await withService(async (service) => {
      const owner = await service.person('Ada');
      const game = await service.game();
      const gateway = await service.identify(owner.token);
      await service.api.administration.deleteApplication(game.id, false);
      const revoked = await gateway.heard('OAUTH2_TOKEN_REVOKE');
      assert.deepEqual(revoked, { application_id: game.id, token_hashes: null });
    });
  });

  // Each has been authenticated, and waits before it changes anything, when the application is deleted.
  test('has no guild, also if its bot is creating one', async () => {
    await withService(async (service) => {
      const { administration } = service.api;
      const game = await service.game();
      const as = botHeader(game.bot);
      const held = holdNext(SqlGuildStore.prototype, 'countOfUser');
      const created = service.request('POST', '/guilds', { as, json: { name: 'Late' } });
      await held.reached;
      const late = service.request('POST', '/guilds', { as, json: { name: 'Later' } });
      await administration.deleteApplication(game.id, true);
      held.release();
      assert.deepEqual([(await created).status, (await late).status < 500], [401, true]);
      assert.equal(await countOf(service, 'guilds'), 0);
    });
  });

  for (const deleteGuilds of [true, false]) {
    test(`${deleteGuilds ? 'has no guild' : 'is not deleted'} if its bot creates one meanwhile`, async () => {
      await withService(async (service) => {
        const { administration } = service.api;
        const game = await service.game();
        const as = botHeader(game.bot);
        // The guilds of the bot are known: there are none.
        const held = holdNext(SqlGuildStore.prototype, 'idsOfUser');
        const deleted = administration.deleteApplication(game.id, deleteGuilds);
        await held.reached;
        await service.ok('POST', '/guilds', { as, json: { name: 'Meanwhile' } });
        held.release();
        if (deleteGuilds) await deleted;
        else await assert.rejects(deleted, /owns a guild: Meanwhile/);
        assert.equal(await countOf(service, 'guilds'), deleteGuilds ? 0 : 1);
        assert.equal((await administration.listApplications()).length, deleteGuilds ? 0 : 1);
      });
    });
  }

  test('has no bot in a guild, also if a person is adding it', async () => {
    await withService(async (service) => {
      const { guild, member, bot } = await makeWorld(service);
      await service.ok('PATCH', `/guilds/${guild}`, { as: bot, json: { owner_id: member.id } });
      const helper = await service.game({ name: 'Helper' });
      const before = await countOf(service, 'members');
      const found = holdNext(SqlApplicationStore.prototype, 'byId', 1);
      const query = new URLSearchParams({
        client_id: helper.id,
        scope: 'bot',
        permissions: '0',
        guild_id: guild,
      });
      const added = service.request('POST', `/oauth2/authorize?${query}`, {
        as: member.token,
        json: { authorize: true },
      });
      await found.reached;
      await service.api.administration.deleteApplication(helper.id, true);
      found.release();
      const { body } = await added;
      assert.equal(body.error, 'access_denied', JSON.stringify(body));
      assert.equal(await countOf(service, 'members'), before);
    });
  });
});
