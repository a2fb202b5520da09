import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GUILD_LIMITS } from '#guildhall/guilds/limits.js';
import { PRIVATE_CHANNEL_LIMITS } from '#guildhall/guilds/private-channels/private-channel.js';
import { SqlGuildStore } from '#guildhall/store/sql/guild-store.js';
import { SqlPrivateChannelStore } from '#guildhall/store/sql/private-channel-store.js';
import { openDatabaseOfTest } from '../../helpers/postgres/database-of-test.js';
import { type HeldCall, holdNext } from '../support/hold-next.js';
import { type Person, type TestReply, type TestService, withService } from '../support/test-service.js';
import { botHeader, grant, join, makeWorld } from '../support/world.js';

/** Lets another task overtake one that has read what it decides on. */
async function overtake<First, Second>(
  held: HeldCall,
  first: Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  await held.reached;
  try {
    const overtaking = await second();
    held.release();
    return [await first, overtaking];
  } finally {
    held.release();
  }
}

/** Makes a user a member of copies of a guild, until they are in so many guilds. */
async function fillGuilds(service: TestService, userId: string, guild: string, count: number): Promise<void> {
  const database = await openDatabaseOfTest(service.databasePath);
  const columns = (await database.columns()).flatMap(({ table, column }) =>
    table === 'guilds' ? column : [],
  );
  const values = columns.map((column) => (column === 'id' ? '1000 + i' : column)).join(', ');
  await database.exec(`CREATE TEMP TABLE numbers AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n
      LIMIT ${count} - (SELECT COUNT(*) FROM members WHERE user_id = ${userId});
    INSERT INTO guilds (${columns.join(', ')}) SELECT ${values} FROM guilds, numbers WHERE id = ${guild};
    INSERT INTO members (guild_id, user_id, nick, roles, joined_at, deaf, mute)
      SELECT 1000 + i, ${userId}, NULL, '[]', 0, 0, 0 FROM numbers`);
  await database.close();
}

const answer = ({ status, body }: TestReply) => [status, body.code];

describe('A limit over all guilds', () => {
  test('holds for two invites that a user accepts at once', async () => {
    await withService(async (service) => {
      const { guild, text, bot, stranger, game } = await makeWorld(service);
      const other = await service.ok('POST', '/guilds', {
        as: bot,
        json: { name: 'Other', channels: [{ name: 'room' }] },
      });
      const [room] = await service.ok('GET', `/guilds/${other.id}/channels`, { as: bot });
      await fillGuilds(service, stranger.id, guild, GUILD_LIMITS.GUILDS_OF_USER - 1);
      const invite = async (channel: string): Promise<string> =>
        (await service.ok('POST', `/channels/${channel}/invites`, { as: bot })).code;
      const codes = [await invite(text), await invite(room.id)] as const;
      const accept = (code: string) => service.request('POST', `/invites/${code}`, { as: stranger.token });
      const held = holdNext(SqlGuildStore.prototype, 'countOfUser');
      const [late, early] = await overtake(held, accept(codes[0]), () => accept(codes[1]));
      assert.equal(early.status, 200);
      assert.deepEqual(answer(late), [400, 30001]);
      const add = await grant(service, game, stranger, 'guilds.join');
      const again = await service.request('PUT', `/guilds/${guild}/members/${stranger.id}`, {
        as: bot,
        json: add,
      });
      assert.deepEqual(answer(again), [400, 30001]);
    });
  });

  test('holds for a user whom a bot adds to two guilds at once', async () => {
    await withService(async (service) => {
      const { guild, bot, stranger, game } = await makeWorld(service);
      const other = await service.ok('POST', '/guilds', { as: bot, json: { name: 'Other' } });
      await fillGuilds(service, stranger.id, guild, GUILD_LIMITS.GUILDS_OF_USER - 1);
      const { access_token } = await grant(service, game, stranger, 'guilds.join');
      const add = (id: string) =>
        service.request('PUT', `/guilds/${id}/members/${stranger.id}`, { as: bot, json: { access_token } });
      const held = holdNext(SqlGuildStore.prototype, 'countOfUser');
      const [late, early] = await overtake(held, add(guild), () => add(other.id));
      assert.equal(early.status, 201);
      assert.deepEqual(answer(late), [400, 30001]);
      assert.equal((await service.request('GET', `/guilds/${guild}`, { as: bot })).status, 200);
    });
  });

  test('holds for guilds that a bot creates at once', async () => {
    await withService(async (service) => {
      const game = await service.game();
      const as = botHeader(game.bot);
      const create = () => service.request('POST', '/guilds', { as, json: { name: 'New' } });
      for (let count = 1; count < GUILD_LIMITS.GUILDS_OF_CREATING_BOT; count += 1) {
        assert.equal((await create()).status, 201);
      }
      const held = holdNext(SqlGuildStore.prototype, 'countOfUser');
      const [late, early] = await overtake(held, create(), create);
      assert.equal(early.status, 201);
      assert.deepEqual(answer(late), [400, 30001]);
    });
  });

  test('holds for guilds of an application whose bot has left some', async () => {
    await withService(async (service) => {
      const game = await service.game({ approved: false });
      const person = await service.person();
      const as = botHeader(game.bot);
      const create = () => service.request('POST', '/guilds', { as, json: { name: 'New' } });
      const guilds: string[] = [];
      for (let count = 1; count < GUILD_LIMITS.GUILDS_OF_UNAPPROVED_APPLICATION; count += 1) {
        guilds.push((await create()).body.id);
      }
      const [left = ''] = guilds;
      await service.api.administration.changeTesters(game.id, [person.id], []);
      await join(service, game, person, left);
      await service.ok('PATCH', `/guilds/${left}`, { as, json: { owner_id: person.id } });
      await service.ok('DELETE', `/users/@me/guilds/${left}`, { as });
      const held = holdNext(SqlGuildStore.prototype, 'countOfApplication');
      const [late, early] = await overtake(held, create(), create);
      assert.equal(early.status, 201);
      assert.deepEqual(answer(late), [400, 30001]);
    });
  });

  test('holds for channels of guilds that are created at once', async () => {
    await withService(async (service) => {
      const game = await service.game({ approved: false });
      const channels = Array.from({ length: 6 }, (_, index) => ({ name: `room-${index}` }));
      const create = () =>
        service.request('POST', '/guilds', { as: botHeader(game.bot), json: { name: 'New', channels } });
      const held = holdNext(SqlGuildStore.prototype, 'channelCountOfApplication');
      const [late, early] = await overtake(held, create(), create);
      assert.equal(early.status, 201);
      assert.deepEqual(answer(late), [400, 30013]);
    });
  });

  test('holds for channels that an application creates at once', async () => {
    await withService(async (service) => {
      const game = await service.game({ approved: false });
      const as = botHeader(game.bot);
      const channels = Array.from({ length: 9 }, (_, i) => ({ name: `room-${i}` }));
      const { id } = await service.ok('POST', '/guilds', { as, json: { name: 'New', channels } });
      const create = () =>
        service.request('POST', `/guilds/${id}/channels`, { as, json: { name: 'one more' } });
      const held = holdNext(SqlGuildStore.prototype, 'channelCountOfApplication');
      const [late, early] = await overtake(held, create(), create);
      assert.equal(early.status, 201);
      assert.deepEqual(answer(late), [400, 30013]);
    });
  });
});

test('a vanity url that two guilds take at once is of one of them', async () => {
  await withService(async (service) => {
    const { guild, bot } = await makeWorld(service);
    const json = { name: 'Other', channels: [{ name: 'room' }] };
    const other = await service.ok('POST', '/guilds', { as: bot, json });
    const take = (id: string) =>
      service.api.administration
        .configureGuild(id, { features: ['VANITY_URL'], vanity_url_code: 'our-world' })
        .then(String, String);
    const held = holdNext(SqlGuildStore.prototype, 'idOfInvite');
    const [late, early] = await overtake(held, take(guild), () => take(other.id));
    assert.equal(early, 'undefined');
    assert.match(late, /vanity url our-world is taken/);
    assert.equal((await service.ok('GET', '/invites/our-world')).guild.id, other.id);
  });
});

describe('Private channels', () => {
  const open = (service: TestService, as: string, json: object) =>
    service.request('POST', '/users/@me/channels', { as, json });

  test('that two users open with each other at once are one', async () => {
    await withService(async (service) => {
      const { game, guild, member, stranger } = await makeWorld(service);
      await join(service, game, stranger, guild);
      const dm = (user: Person, partner: Person) => open(service, user.token, { recipient_id: partner.id });
      const held = holdNext(SqlPrivateChannelStore.prototype, 'idOfDm');
      const [late, early] = await overtake(held, dm(member, stranger), () => dm(stranger, member));
      assert.deepEqual([late.status, early.status], [200, 200]);
      assert.equal(late.body.id, early.body.id);
    });
  });

  test('that are groups of one user stay below the limit when they are created and joined at once', async () => {
    await withService(async (service) => {
      const { game, guild, member, stranger } = await makeWorld(service);
      const other = await service.person('Grace');
      for (const one of [stranger, other]) await join(service, game, one, guild);
      const create = (by: Person, withUser: Person) =>
        open(service, by.token, { recipients: [by.id, withUser.id] });
      const { id } = (await create(other, stranger)).body;
      for (let count = 1; count < PRIVATE_CHANNEL_LIMITS.GROUPS_OF_ADDED; count += 1) {
        assert.equal((await create(member, stranger)).status, 200);
      }
      const add = (user: Person) =>
        service.request('PUT', `/channels/${id}/recipients/${user.id}`, { as: other.token, json: {} });
      const held = holdNext(SqlPrivateChannelStore.prototype, 'countGroupsOfUser');
      const [late, early] = await overtake(held, create(other, member), () => add(member));
      assert.equal(early.status, 204);
      assert.deepEqual(answer(late), [400, 30013]);
    });
  });

  test('of one application stay below the limit when they are created at once', async () => {
    await withService(async (service) => {
      const { game, bot, member } = await makeWorld(service);
      const { access_token } = await grant(service, game, member, 'gdm.join');
      const create = () => open(service, bot, { access_tokens: [access_token] });
      for (let count = 1; count < PRIVATE_CHANNEL_LIMITS.GROUPS_OF_APPLICATION; count += 1) {
        assert.equal((await create()).status, 200);
      }
      const held = holdNext(SqlPrivateChannelStore.prototype, 'countOfApplication');
      const [late, early] = await overtake(held, create(), create);
      assert.equal(early.status, 200);
      assert.equal(late.status, 400);
    });
  });
});
