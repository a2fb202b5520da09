import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashSecret } from '#guildhall/platform/crypto/secrets.js';
import { SqlApplicationStore } from '#guildhall/store/sql/application-store.js';
import { SqlAuthorizationStore } from '#guildhall/store/sql/authorization-store.js';
import { readerOfTest } from '../../helpers/postgres/store-of-test.js';
import { holdNext } from '../support/hold-next.js';
import { type Game, type Person, type TestReply, TestService } from '../support/test-service.js';
import { authorize, CALLBACK, client, grant, requestAuthorization } from '../support/world.js';

let game: Game;
let person: Person;
const service = TestService.forFile(async () => {
  game = await service.game();
  person = await service.person('Ada');
});

const token = (form: Record<string, string>, of: Game = game) =>
  service.request('POST', '/oauth2/token', { form: { ...client(of), ...form } });
const exchange = (code: string, of: Game = game) =>
  token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK }, of);
const isValid = async (access_token: string) =>
  (await service.request('GET', '/oauth2/@me', { as: `Bearer ${access_token}` })).status === 200;

describe('Scopes that are granted at once', () => {
  for (const when of ['first', 'later']) {
    test(`are all in the grant, ${when === 'first' ? 'which is new' : 'which there was already'}`, async () => {
      const user = await service.person();
      if (when === 'later') await authorize(service, game, user, 'rpc');
      const scopes = ['identify', 'email', 'guilds', 'messages.read'];
      await Promise.all(scopes.map((scope) => authorize(service, game, user, scope)));
      const grants = await service.ok('GET', '/oauth2/tokens', { as: user.token });
      assert.equal(grants.length, 1);
      const expected = when === 'later' ? [...scopes, 'rpc'] : scopes;
      assert.deepEqual(new Set(grants[0].scopes), new Set(expected));
    });
  }
});

describe('An application that changes while it is authorized', () => {
  test('gets nothing that it may no longer have', async () => {
    const { administration } = service.api;
    const beta = await service.game({ name: 'Beta' });
    const held = holdNext(SqlAuthorizationStore.prototype, 'grant');
    const authorized = requestAuthorization(service, beta, person, { scope: 'rpc' });
    await held.reached;
    await administration.setApproved(beta.id, false);
    held.release();
    const { status, body } = await authorized;
    assert.deepEqual([status, body.error], [403, 'access_denied']);
    const grants = await service.ok('GET', '/oauth2/tokens', { as: person.token });
    assert.deepEqual(
      grants.filter((one: { application: { id: string } }) => one.application.id === beta.id),
      [],
    );
  });

  const attempts: Readonly<Record<string, (of: Game) => Promise<TestReply>>> = {
    code: (of) => requestAuthorization(service, of, person),
    'client_credentials token': (of) => token({ grant_type: 'client_credentials' }, of),
    'RPC token': (of) => service.request('POST', '/oauth2/token/rpc', { form: client(of) }),
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    test(`gets no ${name} once it is deleted`, async () => {
      const doomed = await service.game({ name: 'Doomed' });
      // The first call authenticates.
      const decided = holdNext(SqlApplicationStore.prototype, 'byId', 1);
      const reply = attempt(doomed);
      await decided.reached;
      await service.api.administration.deleteApplication(doomed.id, false);
      decided.release();
      const { status, body } = await reply;
      assert.deepEqual([status, body.error], [401, 'invalid_client']);
    });
  }
});

describe('What is revoked while it is used', () => {
  test('issues no tokens for a code whose grant is being revoked', async () => {
    const user = await service.person();
    const code = await authorize(service, game, user, 'identify');
    const held = holdNext(SqlAuthorizationStore.prototype, 'grantById');
    const exchanged = exchange(code);
    await held.reached;
    const [{ id }] = await service.ok('GET', '/oauth2/tokens', { as: user.token });
    await service.ok('DELETE', `/oauth2/tokens/${id}`, { as: user.token });
    held.release();
    const { status, body } = await exchanged;
    assert.deepEqual([status, body.error], [400, 'invalid_grant']);
  });

  test('issues no tokens for a refresh token that is being revoked', async () => {
    const user = await service.person();
    const { refresh_token } = await grant(service, game, user, 'identify');
    const held = holdNext(SqlAuthorizationStore.prototype, 'token');
    const refreshed = token({ grant_type: 'refresh_token', refresh_token });
    await held.reached;
    await service.ok('POST', '/oauth2/token/revoke', { form: { ...client(game), token: refresh_token } });
    held.release();
    const { status, body } = await refreshed;
    assert.deepEqual([status, body.error], [400, 'invalid_grant']);
  });

  test('also revokes the token of a concurrent refresh, and notifies its client', async () => {
    const user = await service.person();
    const gateway = await service.identify(user.token);
    const { access_token, refresh_token } = await grant(service, game, user, 'identify');
    // The revocation has read which tokens there are.
    const held = holdNext(readerOfTest(), 'all');
    const form = { ...client(game), token: access_token };
    const revoked = service.request('POST', '/oauth2/token/revoke', { form });
    await held.reached;
    const refreshed = await token({ grant_type: 'refresh_token', refresh_token });
    assert.equal(await isValid(refreshed.body.access_token), true);
    held.release();
    assert.equal((await revoked).status, 200);
    assert.equal(await isValid(refreshed.body.access_token), false);
    const { token_hashes } = await gateway.heard('OAUTH2_TOKEN_REVOKE');
    const hashes = [access_token, refreshed.body.access_token].map(hashSecret);
    assert.deepEqual(new Set(token_hashes), new Set(hashes));
  });
});
