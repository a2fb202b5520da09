import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIFETIMES } from '#guildhall/api/oauth2/issue-tokens.js';
import { type Game, type Person, type TestReply, TestService } from '../support/test-service.js';
import { authorize, CALLBACK, client, grant, requestAuthorization } from '../support/world.js';

/** `response_type=token` (RFC 6749 §4.2). */

let game: Game;
const service = TestService.forFile(async () => {
  game = await service.game();
});

function ask(person: Person, scope: string, body: object, more: Record<string, string> = {}) {
  const query = { response_type: 'token', redirect_uri: CALLBACK, scope, ...more };
  return requestAuthorization(service, game, person, query, body);
}

/** What the application's page finds in the fragment. */
function fragment(reply: TestReply): URLSearchParams {
  assert.deepEqual([reply.status, Object.keys(reply.body)], [200, ['location']]);
  const [page, text] = reply.body.location.split('#');
  assert.equal(page, CALLBACK);
  return new URLSearchParams(text);
}

async function implicit(person: Person, scope = 'identify'): Promise<string> {
  return fragment(await ask(person, scope, { authorize: true })).get('access_token') ?? assert.fail();
}

async function isValid(accessToken: string): Promise<boolean> {
  return (await service.request('GET', '/oauth2/@me', { as: `Bearer ${accessToken}` })).status === 200;
}

const grants = (person: Person) => service.ok('GET', '/oauth2/tokens', { as: person.token });
const revoke = (token: string) =>
  service.ok('POST', '/oauth2/token/revoke', { form: { ...client(game), token } });

describe('An implicit grant', () => {
  test('is in the fragment of the redirect, with nothing to refresh it by', async () => {
    const person = await service.person();
    const reply = await ask(person, 'identify guilds', { authorize: true }, { state: 'a&b=#' });
    const { access_token, ...others } = Object.fromEntries(fragment(reply));
    assert.deepEqual(others, {
      token_type: 'Bearer',
      expires_in: '604800',
      scope: 'identify guilds',
      state: 'a&b=#',
    });
    const me = await service.ok('GET', '/oauth2/@me', { as: `Bearer ${access_token}` });
    assert.deepEqual(
      [me.application.id, me.user.id, me.scopes],
      [game.id, person.id, ['identify', 'guilds']],
    );
    assert.equal(fragment(await ask(person, 'identify', { authorize: true })).has('state'), false);
  });

  test('is never a code', async () => {
    const code = await implicit(await service.person());
    const form = { ...client(game), grant_type: 'authorization_code', code };
    const reply = await service.request('POST', '/oauth2/token', { form });
    assert.deepEqual([reply.status, reply.body.error], [400, 'invalid_grant']);
  });

  test('needs the consent of the user in person', async () => {
    const person = await service.person();
    assert.equal((await ask(person, 'identify', {})).body.error, 'access_denied');
    const form = client(game);
    const { rpc_token } = await service.ok('POST', '/oauth2/token/rpc', { form });
    const refused = await ask(person, 'rpc', { rpc_token });
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_request']);
    assert.deepEqual(await grants(person), []);
    const taken = await ask(person, 'rpc', { rpc_token }, { response_type: 'code' });
    assert.equal(taken.status, 200, 'the try leaves the RPC token good');
  });

  test('excludes scopes that the private beta forbids', async () => {
    const beta = await service.game({ name: 'Beta', approved: false });
    const reply = await ask(await service.person(), 'rpc', { authorize: true }, { client_id: beta.id });
    assert.deepEqual([reply.status, reply.body.error], [403, 'access_denied']);
  });

  test('expires', async () => {
    const token = await implicit(await service.person());
    assert.equal(await isValid(token), true);
    await service.clock.pass(LIFETIMES.accessToken);
    assert.equal(await isValid(token), false);
  });
});

describe('The grant of such a token', () => {
  test('is listed, and ends with the last token', async () => {
    const person = await service.person();
    const first = await implicit(person);
    const second = await implicit(person, 'guilds');
    const [listed, ...others] = await grants(person);
    assert.deepEqual([listed.application.id, listed.scopes, others], [game.id, ['identify', 'guilds'], []]);
    const gateway = await service.identify(person.token);
    await revoke(first);
    const told = await gateway.heard('OAUTH2_TOKEN_REVOKE');
    assert.deepEqual([told.application_id, told.token_hashes?.length], [game.id, 1]);
    assert.deepEqual([await isValid(first), await isValid(second)], [false, true]);
    assert.equal((await grants(person)).length, 1);
    await revoke(second);
    assert.deepEqual([await isValid(second), await grants(person)], [false, []]);
  });

  test('is independent of tokens from a code', async () => {
    const person = await service.person();
    const token = await implicit(person);
    const { access_token } = await grant(service, game, person, 'identify');
    await revoke(token);
    assert.deepEqual([await isValid(access_token), (await grants(person)).length], [true, 1]);
    await revoke(access_token);
    assert.deepEqual(await grants(person), []);
  });

  test('ends with the revocation of the grant', async () => {
    const person = await service.person();
    const token = await implicit(person);
    await authorize(service, game, person, 'identify');
    const [{ id }] = await grants(person);
    await service.ok('DELETE', `/oauth2/tokens/${id}`, { as: person.token });
    assert.equal(await isValid(token), false);
  });
});
