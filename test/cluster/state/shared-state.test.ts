import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ACCOUNT_CHECK_MS, COUNTS_MS, TOKEN_CHECK_MS } from '#guildhall/cluster/state/shared-state.js';
import type { TestReply, TestService } from '../../api/support/test-service.js';
import { authorize, botHeader, client, grant, makeWorld } from '../../api/support/world.js';
import { realTest } from '../../hardware/support/programs.js';
import { eventually } from '../../helpers/eventually.js';
import { noPostgres } from '../../helpers/postgres/postgres-server.js';
import { inProcess, overNats, type TwoServices, withTwoServices } from '../support/two-services.js';

const skip = noPostgres;
const DAY = 86_400_000;

const statusOf = async (service: TestService, as: string, path = '/users/@me') =>
  (await service.request('GET', path, { as })).status;

const rename = (service: TestService, as: string, username: string) =>
  service.ok('PATCH', '/users/@me', { as, json: { username } });

/** Revokes everything that a person granted, at one node. */
async function revokeAll(service: TestService, as: string): Promise<void> {
  for (const { id } of await service.ok('GET', '/oauth2/tokens', { as })) {
    await service.ok('DELETE', `/oauth2/tokens/${id}`, { as });
  }
}

/** An access token that both nodes have cached. */
async function cachedToken({ a, b }: TwoServices) {
  const person = await a.person();
  const game = await a.game();
  const { access_token } = await grant(a, game, person, 'identify');
  const as = `Bearer ${access_token}`;
  for (const service of [a, b]) assert.equal(await statusOf(service, as), 200);
  return { person, game, as };
}

for (const [bus, openBuses] of [
  ['in one process', inProcess],
  ['over NATS', overNats],
] as const) {
  const busTest = (title: string, run: (services: TwoServices) => Promise<void>) => {
    if (skip !== false) test(title, { skip }, () => {});
    else
      realTest(bus === 'over NATS' ? ['nats-server'] : [], title, () => withTwoServices(run, {}, openBuses));
  };

  describe(`Two services ${bus}`, () => {
    busTest('a token that is revoked at one is refused by the other', async (services) => {
      const { a, b } = services;
      const { person, as } = await cachedToken(services);
      await revokeAll(a, person.token);
      await eventually(async () => (await statusOf(b, as)) === 401);
    });

    busTest('a session at one receives what is revoked at the other', async (services) => {
      const { a, b } = services;
      const { person, game } = await cachedToken(services);
      const session = await b.identify(person.token);
      await revokeAll(a, person.token);
      assert.equal((await session.heard('OAUTH2_TOKEN_REVOKE')).application_id, game.id);
    });

    busTest('a bot whose application is deleted at one loses its session at the other', async ({ a, b }) => {
      const game = await a.game();
      const session = await b.identify(game.bot.token);
      await a.api.administration.deleteApplication(game.id, false);
      await eventually(() => session.closed !== null);
      assert.equal(session.closed?.code, 4004);
    });

    busTest('a user who connects to one is not pruned at the other', async ({ a, b }) => {
      const { bot, guild, member } = await makeWorld(a);
      for (const { clock } of [a, b]) clock.skip(8 * DAY);
      const pruned = async () => (await a.ok('GET', `/guilds/${guild}/prune?days=7`, { as: bot })).pruned;
      const before = await pruned();
      await b.identify(member.token);
      await eventually(async () => (await pruned()) === before - 1);
    });

    busTest('a change of an account leaves the callers of other users known', async ({ a, b, buses }) => {
      const person = await a.person('Ada');
      const messages: string[] = [];
      const [bus] = buses;
      const publish = bus.publish.bind(bus);
      bus.publish = (subject, text) => {
        messages.push(text);
        publish(subject, text);
      };
      await rename(a, person.token, 'Grace');
      const ofKind = (kind: string) => messages.filter((text) => text.includes(`"kind":"${kind}"`));
      await eventually(() => ofKind('account').length > 0 && ofKind('user-event').length > 0);
      assert.deepEqual(ofKind('callers'), []);
      assert.equal((await b.ok('GET', '/users/@me', { as: person.token })).username, 'Grace');
    });

    busTest('a change of an account reaches the sessions and the reads of the other', async ({ a, b }) => {
      const person = await a.person('Ada');
      const session = await b.identify(person.token);
      assert.equal((await b.ok('GET', '/users/@me', { as: person.token })).username, 'Ada');
      await rename(a, person.token, 'Grace');
      assert.equal((await session.heard('USER_UPDATE')).username, 'Grace');
      const seen = async () => (await b.ok('GET', `/users/${person.id}`, { as: person.token })).username;
      await eventually(async () => (await seen()) === 'Grace');
    });
  });
}

describe('Two services that lost the bus', { skip }, () => {
  test('refuse a token that was revoked at the other after the next check', () =>
    withTwoServices(async (services) => {
      const { a, b, buses } = services;
      const { person, as } = await cachedToken(services);
      await Promise.all(buses.map((bus) => bus.stop()));
      await revokeAll(a, person.token);
      assert.equal(await statusOf(b, as), 200);
      await b.clock.advance(TOKEN_CHECK_MS);
      assert.equal(await statusOf(b, as), 401);
    }));

  test('end a session whose token was removed at the other after the next check', () =>
    withTwoServices(async ({ a, b, buses }) => {
      const [game, other] = [await a.game(), await a.game({ name: 'Other' })];
      const session = await b.identify(game.bot.token);
      const kept = await b.identify(other.bot.token);
      await Promise.all(buses.map((bus) => bus.stop()));
      await a.api.administration.deleteApplication(game.id, false);
      await b.clock.advance(TOKEN_CHECK_MS);
      await eventually(() => session.closed !== null);
      assert.equal(session.closed?.code, 4004);
      assert.equal(kept.closed, null);
    }));

  test('read a changed account after the next check', () =>
    withTwoServices(async ({ a, b, buses }) => {
      const [person, other] = [await a.person('Ada'), await a.person('Eve')];
      const seen = async () => (await b.ok('GET', `/users/${person.id}`, { as: other.token })).username;
      assert.equal(await seen(), 'Ada');
      await Promise.all(buses.map((bus) => bus.stop()));
      await rename(a, person.token, 'Grace');
      assert.equal(await seen(), 'Ada');
      await b.clock.advance(ACCOUNT_CHECK_MS);
      await eventually(async () => (await seen()) === 'Grace');
      // From now on only accounts that were changed are read.
      await rename(a, person.token, 'Hopper');
      await b.clock.advance(ACCOUNT_CHECK_MS);
      await eventually(async () => (await seen()) === 'Hopper');
    }));
});

describe('Two services that get the same secret at once', { skip }, () => {
  test('give tokens for a code once', () =>
    withTwoServices(async ({ a, b }) => {
      const [person, game] = [await a.person(), await a.game()];
      for (let round = 0; round < 5; round++) {
        const code = await authorize(a, game, person, 'identify');
        const form = { ...client(game), grant_type: 'authorization_code', code };
        const replies = await Promise.all(
          [a, b, a, b].map((service) => service.request('POST', '/oauth2/token', { form })),
        );
        assert.deepEqual(statuses(replies), [200, 400, 400, 400]);
      }
    }));

  test('rotate a refresh token once', () =>
    withTwoServices(async ({ a, b }) => {
      const [person, game] = [await a.person(), await a.game()];
      for (let round = 0; round < 5; round++) {
        const { refresh_token } = await grant(a, game, person, 'identify');
        const form = { ...client(game), grant_type: 'refresh_token', refresh_token };
        const replies = await Promise.all(
          [a, b].map((service) => service.request('POST', '/oauth2/token', { form })),
        );
        assert.deepEqual(statuses(replies), [200, 400]);
      }
    }));
});

function statuses(replies: readonly TestReply[]): number[] {
  return replies.map(({ status }) => status).sort((a, b) => a - b);
}

describe('Limits of two services', { skip }, () => {
  const LIMIT = 10;

  test('count the requests of a caller at both', () =>
    withTwoServices(
      async ({ a, b }) => {
        const { token } = await a.person();
        for (let made = 0; made < LIMIT; made++) assert.equal(await statusOf(a, token), 200);
        await a.clock.advance(COUNTS_MS);
        await eventually(async () => (await statusOf(b, token)) === 429);
        assert.equal(await statusOf(b, token, '/users/@me/guilds'), 200);
      },
      { bucketRequests: LIMIT },
    ));

  test('do not count a request twice that was sent before', () =>
    withTwoServices(
      async ({ a, b }) => {
        const { token } = await a.person();
        assert.equal(await statusOf(a, token), 200);
        for (let sent = 0; sent < 4; sent++) {
          await a.clock.advance(COUNTS_MS);
          await b.clock.advance(COUNTS_MS);
        }
        const left = async () =>
          Number((await b.request('GET', '/users/@me', { as: token })).headers.get('x-ratelimit-remaining'));
        const first = await left();
        assert.ok(first >= LIMIT - 2, `${first} are left`);
        assert.equal(await left(), first - 1);
      },
      { bucketRequests: LIMIT },
    ));

  test('count session starts of a bot at both', () =>
    withTwoServices(
      async ({ a, b }) => {
        const { bot } = await a.game();
        await a.identify(bot.token);
        await a.identify(bot.token);
        const left = async () =>
          (await b.ok('GET', '/gateway/bot', { as: botHeader(bot) })).session_start_limit.remaining;
        await eventually(async () => (await left()) === 0);
        const refused = await b.connect();
        refused.send(2, { token: bot.token, properties: {} });
        await eventually(() => refused.closed !== null);
        assert.equal(refused.closed?.code, 4008);
      },
      { sessionStarts: 2 },
    ));
});
