import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIFETIMES } from '#guildhall/api/oauth2/issue-tokens.js';
import { type Game, type Person, type TestReply, TestService } from '../support/test-service.js';
import { authorize, bearer, botHeader, CALLBACK, client, grant } from '../support/world.js';

let game: Game;
let person: Person;
const service = TestService.forFile(async () => {
  person = await service.person();
  game = await service.game();
});

function token(form: Record<string, string>, headers: Record<string, string> = {}): Promise<TestReply> {
  return service.request('POST', '/oauth2/token', { form, headers });
}

function exchange(code: string, more: Record<string, string> = {}, of: Game = game): Promise<TestReply> {
  return token({ ...client(of), grant_type: 'authorization_code', code, ...more });
}

function ask(query: Record<string, string>, as = person.token, json?: object): Promise<TestReply> {
  const parameters = new URLSearchParams({ client_id: game.id, response_type: 'code', ...query });
  const method = json === undefined ? 'GET' : 'POST';
  return service.request(method, `/oauth2/authorize?${parameters}`, { as, json });
}

function assertOAuth2Error(reply: TestReply, status: number, error: string): void {
  assert.deepEqual([reply.status, reply.body.error], [status, error], JSON.stringify(reply.body));
  assert.equal(typeof reply.body.error_description, 'string');
}

async function isValid(accessToken: string): Promise<boolean> {
  return (await service.request('GET', '/oauth2/@me', { as: `Bearer ${accessToken}` })).status === 200;
}

describe('Authorization', () => {
  test('is previewed without granting anything', async () => {
    const someone = await service.person('Iris');
    const preview = await ask({ scope: 'identify guilds' }, someone.token);
    assert.deepEqual(preview.body.scopes, ['identify', 'guilds']);
    assert.deepEqual(
      [preview.body.application.id, preview.body.user.id, preview.body.authorized],
      [game.id, someone.id, false],
    );
    assert.equal(preview.body.approved, true);
    assert.deepEqual(await service.ok('GET', '/oauth2/tokens', { as: someone.token }), []);
    await authorize(service, game, someone, 'identify guilds guilds.join');
    assert.equal((await ask({ scope: 'identify guilds' }, someone.token)).body.authorized, true);
    assert.equal((await ask({ scope: 'identify email' }, someone.token)).body.authorized, false);
  });

  test('returns a code, and the redirect for a redirect_uri', async () => {
    const plain = await ask({ scope: 'identify' }, person.token, { authorize: true });
    assert.equal(plain.body.location, `${CALLBACK}?code=${plain.body.code}`, 'the only registered one');
    const redirected = await ask({ scope: 'identify', redirect_uri: CALLBACK, state: 'a&b' }, person.token, {
      authorize: true,
    });
    assert.equal(redirected.body.location, `${CALLBACK}?code=${redirected.body.code}&state=a%26b`);
  });

  test('accepts its parameters in the body, as JSON or as a form', async () => {
    const parameters = { client_id: game.id, response_type: 'code', scope: 'identify', authorize: 'true' };
    for (const body of [{ form: parameters }, { json: { ...parameters, authorize: true } }]) {
      const reply = await service.request('POST', '/oauth2/authorize', { as: person.token, ...body });
      assert.equal(reply.status, 200);
    }
  });

  const refusals: [title: string, query: Record<string, string>, status: number, error: string][] = [
    ['an unknown client', { client_id: '1', scope: 'identify' }, 401, 'invalid_client'],
    ['a client id that is not an id', { client_id: "' OR 1", scope: 'identify' }, 401, 'invalid_client'],
    ['an unknown scope', { scope: 'identify everything' }, 400, 'invalid_scope'],
    ['no scope', { scope: ' ' }, 400, 'invalid_scope'],
    ['a name every object has as a scope', { scope: 'constructor' }, 400, 'invalid_scope'],
    [
      'another response type',
      { scope: 'identify', response_type: 'id_token' },
      400,
      'unsupported_response_type',
    ],
    [
      'a token that goes to no redirect_uri',
      { scope: 'identify', response_type: 'token', response_mode: 'rpc' },
      400,
      'invalid_request',
    ],
    [
      'a redirect_uri that is not registered',
      { scope: 'identify', redirect_uri: `${CALLBACK}/` },
      400,
      'invalid_request',
    ],
  ];
  for (const [title, query, status, error] of refusals) {
    test(`refuses ${title}`, async () => {
      assertOAuth2Error(await ask(query), status, error);
      assertOAuth2Error(await ask(query, person.token, { authorize: true }), status, error);
    });
  }

  test('refuses without the user’s yes', async () => {
    assertOAuth2Error(await ask({ scope: 'identify' }, person.token, {}), 403, 'access_denied');
    assertOAuth2Error(
      await ask({ scope: 'identify' }, person.token, { authorize: false }),
      403,
      'access_denied',
    );
  });

  test('is only for people, not for bots, applications or without a token', async () => {
    const asBearer = await bearer(service, game, person, 'rpc.api rpc identify guilds');
    const callers: [string, number][] = [
      [botHeader(game.bot), 403],
      [asBearer, 403],
      ['nonsense', 401],
    ];
    for (const [as, status] of callers) {
      assert.equal((await ask({ scope: 'identify' }, as, { authorize: true })).status, status);
    }
  });
});

describe('The private beta', () => {
  test('refuses an unapproved application for everybody but its testers, its owner included', async () => {
    const beta = await service.game({ name: 'Beta', approved: false });
    const tester = await service.person('Tess');
    for (const scope of ['rpc', 'rpc.api', 'rpc.notifications.read', 'messages.read']) {
      for (const json of [undefined, { authorize: true }]) {
        const reply = await ask({ client_id: beta.id, scope: `identify ${scope}` }, person.token, json);
        assertOAuth2Error(reply, 403, 'access_denied');
        assert.match(reply.body.error_description, /approved/);
      }
    }
    assert.equal((await ask({ client_id: beta.id, scope: 'identify guilds.join' })).status, 200);
    await service.api.administration.changeTesters(beta.id, [tester.id], []);
    assert.equal((await ask({ client_id: beta.id, scope: 'rpc' }, tester.token)).status, 200);
    assertOAuth2Error(await ask({ client_id: beta.id, scope: 'rpc' }), 403, 'access_denied');
  });

  test('revokes grants when approval or testing ends', async () => {
    const beta = await service.game({ name: 'Beta', approved: false });
    const tester = await service.person('Tess');
    const { administration } = service.api;
    await administration.changeTesters(beta.id, [tester.id], []);
    const asTester = await grant(service, beta, tester, 'rpc identify');
    await administration.setApproved(beta.id, true);
    const asPerson = await grant(service, beta, person, 'rpc identify');
    const harmless = await service.person('Harm');
    const identity = await grant(service, beta, harmless, 'identify');
    await administration.setApproved(beta.id, false);
    assert.equal(await isValid(asPerson.access_token), false);
    assert.equal(await isValid(asTester.access_token), true);
    assert.equal(await isValid(identity.access_token), true);
    await administration.changeTesters(beta.id, [], [tester.id]);
    assert.equal(await isValid(asTester.access_token), false);
  });
});

describe('A code', () => {
  test('can be exchanged once; a second use revokes its tokens', async () => {
    const code = await authorize(service, game, person, 'identify guilds');
    const first = await exchange(code);
    assert.equal(first.status, 200);
    assert.deepEqual(
      [first.body.token_type, first.body.expires_in, first.body.scope],
      ['Bearer', 604800, 'identify guilds'],
    );
    assert.equal(await isValid(first.body.access_token), true);
    const refreshed = await token({
      ...client(game),
      grant_type: 'refresh_token',
      refresh_token: first.body.refresh_token,
    });
    assertOAuth2Error(await exchange(code), 400, 'invalid_grant');
    assert.equal(await isValid(first.body.access_token), false);
    assert.equal(await isValid(refreshed.body.access_token), false);
  });

  test('can be exchanged by one of many concurrent requests', async () => {
    const code = await authorize(service, game, person, 'identify');
    const replies = await Promise.all(Array.from({ length: 8 }, () => exchange(code)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  });

  test('expires after minutes', async () => {
    const code = await authorize(service, game, person, 'identify');
    await service.clock.advance(LIFETIMES.authorizationCode);
    assertOAuth2Error(await exchange(code), 400, 'invalid_grant');
  });

  test('is no other application’s, whose try leaves it good', async () => {
    const other = await service.game({ name: 'Other' });
    const code = await authorize(service, game, person, 'identify');
    assertOAuth2Error(await exchange(code, {}, other), 400, 'invalid_grant');
    assert.equal((await exchange(code)).status, 200);
  });

  test('bound to a redirect_uri wants the same one; not bound it wants a registered one or none', async () => {
    const bound = async () =>
      (await ask({ scope: 'identify', redirect_uri: CALLBACK }, person.token, { authorize: true })).body.code;
    assertOAuth2Error(await exchange(await bound()), 400, 'invalid_grant');
    assertOAuth2Error(
      await exchange(await bound(), { redirect_uri: 'http://evil.example/' }),
      400,
      'invalid_grant',
    );
    assert.equal((await exchange(await bound(), { redirect_uri: CALLBACK })).status, 200);
    const free = () => authorize(service, game, person, 'identify');
    assert.equal((await exchange(await free())).status, 200);
    assert.equal((await exchange(await free(), { redirect_uri: CALLBACK })).status, 200);
    assertOAuth2Error(
      await exchange(await free(), { redirect_uri: 'http://evil.example/' }),
      400,
      'invalid_grant',
    );
  });
});

describe('The client', () => {
  test('authenticates in the body or by HTTP Basic, ignoring other Authorization headers', async () => {
    const code = await authorize(service, game, person, 'identify');
    const basic = `Basic ${Buffer.from(`${game.id}:${game.client_secret}`).toString('base64')}`;
    const form = { grant_type: 'authorization_code', code };
    assert.equal((await token(form, { authorization: basic })).status, 200);
    const another = await authorize(service, game, person, 'identify');
    const headers = { authorization: 'Bearer null' };
    assert.equal((await token({ ...client(game), ...form, code: another }, headers)).status, 200);
  });

  const wrong: [title: string, form: Record<string, string>, headers: Record<string, string>][] = [
    ['nothing', {}, {}],
    ['a wrong secret', { client_id: 'GAME', client_secret: 'wrong' }, {}],
    ['an unknown id', { client_id: '1', client_secret: 'wrong' }, {}],
    ['no id at all', { client_id: '☃', client_secret: 'wrong' }, {}],
    ['no secret', { client_id: 'GAME' }, {}],
    ['Basic without a colon', {}, { authorization: 'Basic bm8=' }],
    ['Basic that is not base64', {}, { authorization: 'Basic %%%' }],
  ];
  for (const [title, form, headers] of wrong) {
    test(`is refused with ${title}, at every token address`, async () => {
      const named = { ...form, ...(form.client_id === 'GAME' && { client_id: game.id }) };
      for (const path of ['/oauth2/token', '/oauth2/token/rpc', '/oauth2/token/revoke']) {
        const body = { ...named, grant_type: 'client_credentials', token: 'x' };
        assertOAuth2Error(
          await service.request('POST', path, { form: body, headers }),
          401,
          'invalid_client',
        );
      }
    });
  }

  test('gets an error for a missing or unknown grant_type', async () => {
    assertOAuth2Error(await token(client(game)), 400, 'invalid_request');
    for (const grant_type of ['password', 'toString']) {
      assertOAuth2Error(await token({ ...client(game), grant_type }), 400, 'unsupported_grant_type');
    }
    assertOAuth2Error(
      await token({ ...client(game), grant_type: 'authorization_code' }),
      400,
      'invalid_request',
    );
  });

  test('speaks forms, not JSON', async () => {
    const json = { ...client(game), grant_type: 'client_credentials' };
    assert.equal((await service.request('POST', '/oauth2/token', { json })).status, 415);
  });

  test('may have a token for its owner without anybody’s consent, which does next to nothing', async () => {
    const reply = await token({ ...client(game), grant_type: 'client_credentials', scope: 'identify' });
    assert.equal('refresh_token' in reply.body, false);
    const me = await service.ok('GET', '/users/@me', { as: `Bearer ${reply.body.access_token}` });
    assert.equal(me.id, person.id);
    for (const scope of ['rpc', 'guilds.join', 'messages.read', 'guilds']) {
      assertOAuth2Error(
        await token({ ...client(game), grant_type: 'client_credentials', scope }),
        400,
        'invalid_scope',
      );
    }
  });
});

describe('An access token', () => {
  test('returns its authorization', async () => {
    const { access_token } = await grant(service, game, person, 'identify');
    const reply = await service.ok('GET', '/oauth2/@me', { as: `Bearer ${access_token}` });
    assert.deepEqual([reply.application.id, reply.user.id, reply.scopes], [game.id, person.id, ['identify']]);
    const expires = Date.parse(reply.expires) - service.clock.now();
    assert.ok(expires > 0 && expires <= LIFETIMES.accessToken);
  });

  test('expires', async () => {
    const { access_token } = await grant(service, game, person, 'identify');
    assert.equal(await isValid(access_token), true);
    await service.clock.pass(LIFETIMES.accessToken);
    assert.equal(await isValid(access_token), false);
  });

  test('is revoked with all tokens of the same code, and revoking anything else is not an error', async () => {
    const revoke = (value: string, of: Game = game) =>
      service.request('POST', '/oauth2/token/revoke', { form: { ...client(of), token: value } });
    const one = await grant(service, game, person, 'identify');
    const two = await grant(service, game, person, 'identify');
    const other = await service.game({ name: 'Other' });
    assert.equal((await revoke(one.access_token, other)).status, 200);
    assert.equal(await isValid(one.access_token), true, 'not by another application');
    assert.equal((await revoke(one.access_token)).status, 200);
    assert.equal((await revoke('nonsense')).status, 200);
    assert.equal((await revoke(person.token)).status, 200);
    assert.equal((await revoke(game.bot.token)).status, 200);
    assert.equal(await isValid(one.access_token), false);
    assert.equal(await isValid(two.access_token), true);
    assert.equal((await service.request('GET', '/users/@me', { as: person.token })).status, 200);
    assert.equal((await service.request('GET', '/users/@me', { as: botHeader(game.bot) })).status, 200);
    const again = { ...client(game), grant_type: 'refresh_token', refresh_token: one.refresh_token };
    assertOAuth2Error(await token(again), 400, 'invalid_grant');
  });
});

describe('A grant', () => {
  test('is listed once an application, and revoking it ends every token and pending code', async () => {
    const someone = await service.person('Gwen');
    const first = await grant(service, game, someone, 'identify');
    const second = await grant(service, game, someone, 'guilds');
    const pending = await authorize(service, game, someone, 'identify');
    const grants = await service.ok('GET', '/oauth2/tokens', { as: someone.token });
    assert.deepEqual(
      grants.map(({ scopes }: { scopes: string[] }) => scopes),
      [['identify', 'guilds']],
    );
    const path = `/oauth2/tokens/${grants[0].id}`;
    const byOther = await service.request('DELETE', path, { as: person.token });
    assert.deepEqual([byOther.status, byOther.body.code], [404, 10012]);
    await service.ok('DELETE', path, { as: someone.token });
    assert.equal(await isValid(first.access_token), false);
    assert.equal(await isValid(second.access_token), false);
    assertOAuth2Error(await exchange(pending), 400, 'invalid_grant');
    assert.equal((await service.request('DELETE', path, { as: someone.token })).status, 404);
  });

  test('and its tokens outlive a restart', async () => {
    const { access_token, refresh_token } = await grant(service, game, person, 'identify');
    await service.restart();
    assert.equal(await isValid(access_token), true);
    assert.equal((await token({ ...client(game), grant_type: 'refresh_token', refresh_token })).status, 200);
  });
});

describe('An RPC token', () => {
  const create = async (of: Game = game): Promise<TestReply> =>
    service.request('POST', '/oauth2/token/rpc', { form: client(of) });
  const use = (rpc_token: string, scope = 'rpc identify', query: Record<string, string> = {}) =>
    ask({ scope, ...query }, person.token, { rpc_token });

  test('stands for the user’s yes, once', async () => {
    const { rpc_token } = (await create()).body;
    const used = await use(rpc_token);
    assert.equal(used.status, 200);
    assert.equal((await exchange(used.body.code)).status, 200);
    assertOAuth2Error(await use(rpc_token), 400, 'invalid_grant');
  });

  test('is used by one of many at the same time', async () => {
    const { rpc_token } = (await create()).body;
    const replies = await Promise.all(Array.from({ length: 8 }, () => use(rpc_token)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  });

  test('never grants messages.read, and stays valid after a refused attempt', async () => {
    const { rpc_token } = (await create()).body;
    assertOAuth2Error(await use(rpc_token, 'rpc messages.read'), 400, 'invalid_scope');
    assert.equal((await use(rpc_token)).status, 200);
  });

  test('is no other application’s, expires, and cannot be made up', async () => {
    const other = await service.game({ name: 'Other' });
    const { rpc_token } = (await create()).body;
    assertOAuth2Error(await use(rpc_token, 'rpc', { client_id: other.id }), 400, 'invalid_grant');
    assertOAuth2Error(await use('nonsense'), 400, 'invalid_grant');
    await service.clock.advance(LIFETIMES.rpcToken);
    assertOAuth2Error(await use(rpc_token), 400, 'invalid_grant');
  });

  test('is for approved games, and for testers of others with any scopes', async () => {
    const beta = await service.game({ name: 'Beta', approved: false });
    assertOAuth2Error(await create(beta), 400, 'unauthorized_client');
    const tester = await service.person('Tess');
    await service.api.administration.changeTesters(beta.id, [tester.id], []);
    const { rpc_token } = (await create(beta)).body;
    assertOAuth2Error(await use(rpc_token, 'identify', { client_id: beta.id }), 403, 'access_denied');
    const asTester = await ask({ client_id: beta.id, scope: 'identify' }, tester.token, { rpc_token });
    assert.equal(asTester.status, 200);
  });
});
