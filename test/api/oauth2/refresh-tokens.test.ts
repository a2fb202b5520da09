import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIFETIMES } from '#guildhall/api/oauth2/issue-tokens.js';
import { type Game, type Person, type TestReply, TestService } from '../support/test-service.js';
import { client, grant } from '../support/world.js';

let game: Game;
let person: Person;
const service = TestService.forFile(async () => {
  game = await service.game();
});

/** A second use within this time after the first one revokes nothing. */
const ROTATION_GRACE_MS = 10_000;

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function tokens(scope = 'identify guilds'): Promise<Tokens> {
  person = await service.person();
  return grant(service, game, person, scope);
}

function refresh(refresh_token: string, scope?: string, of: Game = game): Promise<TestReply> {
  const form = {
    ...client(of),
    grant_type: 'refresh_token',
    refresh_token,
    ...(scope !== undefined && { scope }),
  };
  return service.request('POST', '/oauth2/token', { form });
}

async function assertRefused(reply: Promise<TestReply>, error = 'invalid_grant'): Promise<void> {
  const { status, body } = await reply;
  assert.deepEqual([status, body.error], [400, error]);
}

async function isValid({ access_token }: Tokens): Promise<boolean> {
  return (await service.request('GET', '/oauth2/@me', { as: `Bearer ${access_token}` })).status === 200;
}

const grants = () => service.ok('GET', '/oauth2/tokens', { as: person.token });

describe('A refresh token', () => {
  test('issues new tokens and leaves the previous access token valid', async () => {
    const first = await tokens();
    const second: Tokens = (await refresh(first.refresh_token)).body;
    assert.deepEqual([await isValid(first), await isValid(second)], [true, true]);
    assert.notEqual(second.refresh_token, first.refresh_token);
  });

  test('narrows the access token only', async () => {
    const first = await tokens();
    const second = await refresh(first.refresh_token, 'identify');
    assert.deepEqual([second.status, second.body.scope], [200, 'identify']);
    const me = await service.ok('GET', '/oauth2/@me', { as: `Bearer ${second.body.access_token}` });
    assert.deepEqual(me.scopes, ['identify']);
    const third = await refresh(second.body.refresh_token);
    assert.deepEqual([third.status, third.body.scope], [200, 'identify guilds']);
  });

  test('grants no additional scope, and stays valid after a refused attempt', async () => {
    const first = await tokens();
    await assertRefused(refresh(first.refresh_token, 'identify rpc'), 'invalid_scope');
    assert.equal((await refresh(first.refresh_token)).status, 200);
  });

  test('is neither an access token nor that of another application', async () => {
    const first = await tokens();
    await assertRefused(refresh(first.access_token));
    await assertRefused(refresh(first.refresh_token, undefined, await service.game({ name: 'Other' })));
    assert.equal((await refresh(first.refresh_token)).status, 200);
  });
});

describe('A refresh token that is used again', () => {
  test('revokes everything that came of the same code', async () => {
    const first = await tokens();
    const second: Tokens = (await refresh(first.refresh_token)).body;
    const third: Tokens = (await refresh(second.refresh_token)).body;
    await service.clock.advance(ROTATION_GRACE_MS);
    await assertRefused(refresh(first.refresh_token));
    for (const each of [first, second, third]) assert.equal(await isValid(each), false);
    await assertRefused(refresh(third.refresh_token));
    assert.deepEqual(await grants(), []);
  });

  test('revokes after a restart, too', async () => {
    const first = await tokens();
    const second: Tokens = (await refresh(first.refresh_token)).body;
    await service.restart();
    await service.clock.advance(ROTATION_GRACE_MS);
    await assertRefused(refresh(first.refresh_token));
    assert.equal(await isValid(second), false);
  });

  test('leaves what another code gave', async () => {
    const first = await tokens();
    const other = await grant(service, game, person, 'identify');
    await refresh(first.refresh_token);
    await service.clock.advance(ROTATION_GRACE_MS);
    await assertRefused(refresh(first.refresh_token));
    assert.equal(await isValid(other), true);
    assert.equal((await grants()).length, 1);
  });

  test('is refused without revoking anything while the first use is a moment ago', async () => {
    const first = await tokens();
    const replies = await Promise.all(Array.from({ length: 6 }, () => refresh(first.refresh_token)));
    const given = replies.filter(({ status }) => status === 200);
    assert.equal(given.length, 1, 'one of those at once succeeds');
    await assertRefused(refresh(first.refresh_token));
    assert.equal(await isValid(given[0]?.body), true);
    assert.equal((await refresh(given[0]?.body.refresh_token)).status, 200);
  });

  test('does not keep a grant whose valid tokens are revoked', async () => {
    const first = await tokens();
    const other: Tokens = await grant(service, game, person, 'identify');
    await refresh(first.refresh_token);
    await service.clock.pass(LIFETIMES.accessToken);
    const form = { ...client(game), token: other.refresh_token };
    await service.ok('POST', '/oauth2/token/revoke', { form });
    assert.equal((await grants()).length, 1, 'the refreshed chain has a refresh token');
  });
});
