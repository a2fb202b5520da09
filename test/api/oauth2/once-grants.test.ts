import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIFETIMES } from '#guildhall/api/oauth2/issue-tokens.js';
import { openStoreOfTest } from '../../helpers/postgres/store-of-test.js';
import { type Game, type Person, TestService } from '../support/test-service.js';
import { authorize, client, grant, requestAuthorization } from '../support/world.js';

let game: Game;
const service = TestService.forFile(async () => {
  game = await service.game();
});

interface Once {
  readonly code: string;
  readonly grant_id: string;
}

function authorizeOnce(person: Person, scope = 'identify', accessType = 'online') {
  const answer = { authorize: true, access_type: accessType };
  return requestAuthorization(service, game, person, { scope }, answer);
}

const exchange = (code: string) =>
  service.ok('POST', '/oauth2/token', {
    form: { ...client(game), grant_type: 'authorization_code', code },
  });

async function isValid(accessToken: string): Promise<boolean> {
  return (await service.request('GET', '/oauth2/@me', { as: `Bearer ${accessToken}` })).status === 200;
}

const grants = (person: Person) => service.ok('GET', '/oauth2/tokens', { as: person.token });

describe('An authorization of access_type=online', () => {
  test('issues tokens for an hour, in a separate grant', async () => {
    const person = await service.person();
    const { code, grant_id }: Once = (await authorizeOnce(person)).body;
    const token = await exchange(code);
    assert.equal(token.expires_in, 3600);
    const [listed] = await grants(person);
    assert.deepEqual([listed.id, listed.once], [grant_id, true]);
    await service.clock.advance(LIFETIMES.onceToken);
    assert.equal(await isValid(token.access_token), false);
  });

  test('ends by its grant, with its own tokens only, and leaves the lasting grant', async () => {
    const person = await service.person();
    const { access_token: lasting } = await grant(service, game, person, 'identify guilds');
    const gateway = await service.identify(person.token);
    const once: Once = (await authorizeOnce(person)).body;
    const unused: Once = (await authorizeOnce(person)).body;
    const { access_token } = await exchange(once.code);
    assert.equal((await grants(person)).length, 3);
    for (const { grant_id } of [once, unused]) {
      await service.ok('DELETE', `/oauth2/tokens/${grant_id}`, { as: person.token });
    }
    assert.equal(await isValid(access_token), false);
    assert.equal(await isValid(lasting), true);
    const { token_hashes: hashes } = await gateway.heard('OAUTH2_TOKEN_REVOKE');
    assert.equal(hashes?.length, 1);
    const late = await service.request('POST', '/oauth2/token', {
      form: { ...client(game), grant_type: 'authorization_code', code: unused.code },
    });
    assert.equal(late.body.error, 'invalid_grant');
    const [left] = await grants(person);
    assert.deepEqual([left.once, left.scopes], [false, ['identify', 'guilds']]);
  });

  test('can be refreshed until it ends, and no longer than without', async () => {
    const person = await service.person();
    const { code, grant_id }: Once = (await authorizeOnce(person)).body;
    const refresh = (refresh_token: string) =>
      service.request('POST', '/oauth2/token', {
        form: { ...client(game), grant_type: 'refresh_token', refresh_token },
      });
    const first = await exchange(code);
    await service.clock.advance(LIFETIMES.onceToken / 2);
    const second = (await refresh(first.refresh_token)).body;
    assert.equal(second.expires_in, 1800);
    const third = (await refresh(second.refresh_token)).body;
    await service.clock.advance(LIFETIMES.onceToken / 2);
    assert.equal((await refresh(third.refresh_token)).body.error, 'invalid_grant');
    assert.equal(await isValid(third.access_token), false);
    const again: Once = (await authorizeOnce(person)).body;
    const ended = await exchange(again.code);
    const renewed = (await refresh(ended.refresh_token)).body;
    await service.ok('DELETE', `/oauth2/tokens/${again.grant_id}`, { as: person.token });
    assert.notEqual(again.grant_id, grant_id);
    assert.equal((await refresh(renewed.refresh_token)).body.error, 'invalid_grant');
    assert.equal(await isValid(renewed.access_token), false);
  });

  test('does not count as authorized when the application asks again', async () => {
    const person = await service.person();
    await authorizeOnce(person);
    const query = new URLSearchParams({ client_id: game.id, response_type: 'code', scope: 'identify' });
    const preview = () => service.ok('GET', `/oauth2/authorize?${query}`, { as: person.token });
    assert.equal((await preview()).authorized, false);
    await authorize(service, game, person, 'identify');
    assert.equal((await preview()).authorized, true);
  });

  test('ends when the application is no longer approved', async () => {
    const person = await service.person();
    const { access_token } = await exchange((await authorizeOnce(person, 'rpc')).body.code);
    await service.api.administration.setApproved(game.id, false);
    assert.equal(await isValid(access_token), false);
    await service.api.administration.setApproved(game.id, true);
  });

  test('is refused with another value', async () => {
    const reply = await authorizeOnce(await service.person(), 'identify', 'once');
    assert.deepEqual([reply.status, reply.body.error], [400, 'invalid_request']);
  });

  test('ends before the service listens, if its connection closed while the service was stopped', async () => {
    const person = await service.person();
    const tokens: string[] = [];
    const once: Once[] = [(await authorizeOnce(person)).body, (await authorizeOnce(person)).body];
    for (const { code } of once) tokens.push((await exchange(code)).access_token);
    const [ended, open] = once;
    assert.ok(ended && open);
    const { url } = service;
    let listened: boolean | undefined;
    await service.restart({
      endedGrants: [{ userId: person.id, grantId: ended.grant_id }],
      async openStore(onError) {
        const store = await openStoreOfTest(service.databasePath, onError);
        const revokeGrant = store.authorizations.revokeGrant.bind(store.authorizations);
        store.authorizations.revokeGrant = async (...given) => {
          listened = await fetch(url).then(
            () => true,
            () => false,
          );
          return revokeGrant(...given);
        };
        return store;
      },
    });
    assert.equal(listened, false);
    assert.deepEqual(await Promise.all(tokens.map(isValid)), [false, true]);
  });
});
