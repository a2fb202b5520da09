import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Game, type Person, type TestReply, TestService } from '../support/test-service.js';
import { authorize, CALLBACK, client, requestAuthorization } from '../support/world.js';

/** Redirect URIs and caches: what RFC 6749 §3.1.2.3 and §5.1 require. */

const OTHER = 'http://localhost:3000/other';

let person: Person;
const service = TestService.forFile(async () => {
  person = await service.person();
});

async function gameWith(redirectUris: string[]): Promise<Game> {
  const game = await service.game();
  await service.api.administration.updateApplication(game.id, { redirect_uris: redirectUris });
  return game;
}

function ask(game: Game, query: Record<string, string> = {}): Promise<TestReply> {
  return requestAuthorization(service, game, person, query);
}

describe('A request without a redirect_uri', () => {
  test('is refused where two are registered', async () => {
    const game = await gameWith([CALLBACK, OTHER]);
    for (const response_type of ['code', 'token']) {
      const { status, body } = await ask(game, { response_type });
      assert.deepEqual([status, body.error], [400, 'invalid_request']);
    }
    assert.equal((await ask(game, { redirect_uri: OTHER })).status, 200);
  });

  test('is answered at the only one that is registered', async () => {
    const game = await gameWith([OTHER]);
    const code = await ask(game, { state: 's' });
    assert.equal(code.body.location, `${OTHER}?code=${code.body.code}&state=s`);
    const token = await ask(game, { response_type: 'token' });
    assert.ok(token.body.location.startsWith(`${OTHER}#access_token=`));
  });

  test('returns a code without a location if no redirect is registered', async () => {
    const { status, body } = await ask(await gameWith([]));
    assert.deepEqual([status, Object.keys(body)], [200, ['code']]);
  });

  test('returns a code for the RPC connection, whatever redirects are registered', async () => {
    const game = await gameWith([CALLBACK, OTHER]);
    const { status, body } = await ask(game, { response_mode: 'rpc' });
    assert.deepEqual([status, Object.keys(body)], [200, ['code']]);
    const form = { ...client(game), grant_type: 'authorization_code', code: body.code, redirect_uri: OTHER };
    await service.ok('POST', '/oauth2/token', { form });
  });
});

describe('Replies with secrets', () => {
  function assertUncached({ headers }: TestReply): void {
    assert.deepEqual([headers.get('cache-control'), headers.get('pragma')], ['no-store', 'no-cache']);
  }

  test('stay out of caches, successes and failures alike', async () => {
    const game = await service.game();
    const code = await authorize(service, game, person, 'identify');
    const form = { ...client(game), grant_type: 'authorization_code', code };
    for (const path of ['/oauth2/token', '/oauth2/token/rpc', '/oauth2/token/revoke']) {
      for (const body of [form, { ...form, client_secret: 'wrong' }]) {
        assertUncached(await service.request('POST', path, { form: body }));
      }
    }
    assertUncached(await ask(game));
    assertUncached(await service.request('PATCH', '/users/@me', { as: person.token, json: {} }));
    assertUncached(await service.request('POST', '/users/guests', { json: { username: 'Guest' } }));
  });

  test('still vary by what the browser reads', async () => {
    const reply = await ask(await service.game());
    assert.equal(reply.headers.get('vary'), 'Accept');
  });
});
