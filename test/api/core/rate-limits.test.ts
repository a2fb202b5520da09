import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { type Game, type TestReply, type TestService, withService } from '../support/test-service.js';
import { client, makeWorld } from '../support/world.js';

const WINDOW = 10_000;

function quotaOf({ headers }: TestReply): (string | null)[] {
  return ['limit', 'remaining', 'global'].map((name) => headers.get(`x-ratelimit-${name}`));
}

function logIn(service: TestService, game: Game, secret: string): Promise<TestReply> {
  const form = { client_id: game.id, client_secret: secret, token: 'any' };
  return service.request('POST', '/oauth2/token/revoke', { form });
}

const skip = oneNodeOnly(
  'counts of requests are exchanged each second, and failed logins are counted by each node',
);

describe('REST quotas', () => {
  test('every reply has the quota headers of its bucket, even on errors', () =>
    withService(
      async (service) => {
        const { token } = await service.person();
        const reply = await service.request('GET', '/users/@me', { as: token });
        assert.deepEqual(quotaOf(reply), ['5', '4', null]);
        const reset = Number(reply.headers.get('x-ratelimit-reset')) * 1000;
        assert.ok(reset > service.clock.now() && reset <= service.clock.now() + WINDOW);
        const failed = await service.request('GET', '/users/1', { as: token });
        assert.deepEqual([failed.status, ...quotaOf(failed)], [404, '5', '4', null]);
        const anonymous = await service.request('GET', '/users/@me');
        assert.deepEqual([anonymous.status, ...quotaOf(anonymous)], [401, '5', '4', null]);
      },
      { bucketRequests: 5 },
    ));

  test(
    'one too many is answered 429 until the window ends; other guilds, routes and callers continue',
    { skip },
    () =>
      withService(
        async (service) => {
          const world = await makeWorld(service);
          const other = await service.ok('POST', '/guilds', { as: world.bot, json: { name: 'Other' } });
          await service.clock.advance(WINDOW);
          const get = (guild: string, as = world.bot) => service.request('GET', `/guilds/${guild}`, { as });
          for (let count = 0; count < 20; count++) assert.equal((await get(world.guild)).status, 200);
          const refused = await get(world.guild);
          assert.equal(refused.status, 429);
          const { message, retry_after, global } = refused.body;
          assert.deepEqual([message, global], ['You are being rate limited.', false]);
          assert.ok(retry_after > 0 && retry_after <= WINDOW);
          assert.deepEqual(quotaOf(refused), ['20', '0', null]);
          assert.equal((await get(other.id)).status, 200);
          assert.equal((await get(world.guild, world.member.token)).status, 200);
          assert.equal((await service.request('GET', '/users/@me', { as: world.bot })).status, 200);
          await service.clock.advance(retry_after);
          assert.equal((await get(world.guild)).status, 200);
        },
        { bucketRequests: 20 },
      ),
  );

  test('over all routes there is a global quota', { skip }, () =>
    withService(
      async (service) => {
        const { token } = await service.person();
        await service.request('GET', '/users/@me', { as: token });
        await service.request('GET', '/users/@me/guilds', { as: token });
        const refused = await service.request('GET', '/users/1', { as: token });
        assert.deepEqual([refused.status, refused.body.global], [429, true]);
        assert.equal(refused.headers.get('x-ratelimit-global'), 'true');
      },
      { globalRequests: 2 },
    ),
  );
});

describe('Failed logins', { skip }, () => {
  test('are limited, and the right secret of the same application works all the time', () =>
    withService(
      async (service) => {
        const game = await service.game();
        const other = await service.game({ name: 'Other' });
        const wrong = () => logIn(service, game, 'wrong');
        for (let count = 0; count < 3; count++) assert.equal((await wrong()).status, 401);
        const limited = await wrong();
        assert.equal(limited.status, 429);
        assert.ok(Number(limited.headers.get('retry-after')) >= 1);
        assert.equal((await logIn(service, game, game.client_secret)).status, 200);
        const rpcToken = await service.request('POST', '/oauth2/token/rpc', { form: client(game) });
        assert.equal(rpcToken.status, 200);
        assert.equal((await wrong()).status, 429);
        assert.equal((await logIn(service, other, 'wrong')).status, 401);
        await service.clock.advance(60_000);
        assert.equal((await wrong()).status, 401);
      },
      { failedLogins: 3 },
    ));

  test('of forms of a web page are refused and use up nothing', () =>
    withService(
      async (service) => {
        const game = await service.game();
        const form = { ...client(game), client_secret: 'wrong', token: 'any' };
        const headers = { origin: 'https://evil.example' };
        for (let count = 0; count < 3; count++) {
          const body = new URLSearchParams(form);
          const reply = await fetch(`${service.url}/oauth2/token/revoke`, { method: 'POST', headers, body });
          assert.equal(reply.status, 403);
        }
        assert.equal((await logIn(service, game, 'wrong')).status, 401);
      },
      { failedLogins: 1 },
    ));

  test('use up no quota that the right secret needs', () =>
    withService(
      async (service) => {
        const game = await service.game();
        for (let count = 0; count < 10; count++) await logIn(service, game, 'wrong');
        assert.equal((await logIn(service, game, game.client_secret)).status, 200);
        assert.equal((await logIn(service, game, game.client_secret)).status, 200);
        const over = await logIn(service, game, game.client_secret);
        assert.deepEqual([over.status, quotaOf(over)], [429, ['2', '0', null]]);
      },
      { bucketRequests: 2 },
    ));

  test('and other anonymous requests use up no quota of those who send a valid token', () =>
    withService(
      async (service) => {
        const { token } = await service.person();
        const address = (as?: string) => service.request('GET', '/gateway', { as });
        for (let count = 0; count < 3; count++) await address();
        assert.equal((await address()).status, 429);
        assert.equal((await address('nonsense')).status, 429);
        assert.equal((await address(token)).status, 200);
      },
      { bucketRequests: 3 },
    ));
});
