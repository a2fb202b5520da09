import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GuestPayer, GuestQuotas } from '#guildhall/api/accounts/guest-accounts.js';
import { RateLimitedError } from '#guildhall/api/core/errors.js';
import { oneNodeOnly } from '../../helpers/nodes/one-node.js';
import { withService } from '../support/test-service.js';

/** POST /users/guests: accounts for people who have none (docs/rpc.md, AUTHORIZE). */

const AN_HOUR = 3_600_000;

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

test('a guest account is a person with an unverified email, and survives a restart', () =>
  withService(async (service) => {
    const guest = await service.ok('POST', '/users/guests', { json: { username: ' Visitor ' } });
    assert.deepEqual(Object.keys(guest), ['id', 'username', 'discriminator', 'token']);
    await service.restart();
    const me = await service.ok('GET', '/users/@me', { as: guest.token });
    assert.deepEqual(
      [me.id, me.username, me.discriminator, me.verified],
      [guest.id, 'Visitor', guest.discriminator, false],
    );
    const other = await service.ok('POST', '/users/guests', { json: { username: 'Visitor' } });
    assert.notEqual(other.discriminator, guest.discriminator);
  }));

test('a name that cannot be one is refused with 50035, and costs nothing', () =>
  withService(
    async (service) => {
      for (const json of [
        {},
        { username: 1 },
        { username: 'x' },
        { username: 'x'.repeat(33) },
        { username: 'a@b' },
      ]) {
        const { status, body } = await service.request('POST', '/users/guests', { json });
        assert.deepEqual([status, body.code, Object.keys(body.errors)], [400, 50_035, ['username']]);
      }
      await service.ok('POST', '/users/guests', { json: { username: 'Visitor' } });
    },
    { guestAccounts: 1 },
  ));

test('guest accounts without an application are limited per address and hour, and refused if guests are disabled', async () => {
  const make = { json: { username: 'Visitor' } };
  await withService(
    async (service) => {
      await service.ok('POST', '/users/guests', make);
      await service.ok('POST', '/users/guests', make);
      const { status, body } = await service.request('POST', '/users/guests', make);
      assert.deepEqual([status, body.global], [429, false]);
      assert.ok(body.retry_after > 0 && body.retry_after <= AN_HOUR);
      await service.clock.advance(body.retry_after);
      await service.ok('POST', '/users/guests', make);
    },
    { guestAccounts: 2 },
  );
  await withService(
    async (service) => {
      assert.equal((await service.request('POST', '/users/guests', make)).status, 429);
      assert.equal((await service.api.administration.listUsers()).length, 0);
    },
    { guestAccounts: 0 },
  );
});

const skip = oneNodeOnly('counts of guest accounts are exchanged each second');
test('guests of one application, or of none, use up no quota of another one', { skip }, () =>
  withService(
    async (service) => {
      const [game, other] = [await service.game(), await service.game({ name: 'Other' })];
      const make = async (named: object, as?: string) => {
        const json = { username: 'Visitor', ...named };
        return (await service.request('POST', '/users/guests', { json, as })).status;
      };
      const quotas: readonly [payer: object, as?: string][] = [
        [{}],
        [{ client_id: '1' }],
        [{ client_id: game.id }],
        [{ client_id: other.id }],
        [{}, basic(game.id, game.client_secret)],
        [{ client_id: game.id }, basic(other.id, other.client_secret)],
      ];
      const statuses: number[][] = [];
      for (const [named, as] of quotas) statuses.push([await make(named, as), await make(named, as)]);
      // An application that nobody registered has no quota of its own.
      assert.deepEqual(statuses, [[201, 429], [429, 429], ...Array(4).fill([201, 429])]);
      assert.equal(await make({}, basic(game.id, 'wrong')), 401);
    },
    { guestAccounts: 1 },
  ),
);

test('all who prove nothing have a bound together, and one of them is far from it', () => {
  const quotas = new GuestQuotas(2, () => 0);
  const unproven = (key: string) => ({ key, isProven: false });
  const make = (payer: GuestPayer) => quotas.reserve(payer);
  let made = 0;
  assert.throws(() => {
    for (let payer = 0; payer < 1000; payer += 1) {
      for (let time = 0; time < 2; time += 1) make(unproven(String(payer)));
      made += 2;
    }
  }, RateLimitedError);
  assert.equal(made, 200);
  make({ key: 'application 1', isProven: true });
});

test('a page of another origin cannot create a guest account, because its preflight is refused', () =>
  withService(async (service) => {
    const origin = 'https://evil.example';
    const headers = { origin, 'access-control-request-method': 'POST' };
    const preflight = await fetch(`${service.url}/users/guests`, { method: 'OPTIONS', headers });
    assert.equal(preflight.headers.get('access-control-allow-origin'), null);
    const body = JSON.stringify({ username: 'Visitor' });
    const simple = { origin, 'content-type': 'text/plain' };
    const posted = await fetch(`${service.url}/users/guests`, { method: 'POST', headers: simple, body });
    assert.ok(posted.status >= 400, `${posted.status}`);
    assert.equal((await service.api.administration.listUsers()).length, 0);
  }));
