import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { type Game, type Person, type TestReply, TestService } from '../support/test-service.js';
import { authorize, client, requestAuthorization } from '../support/world.js';

/** Proof Key for Code Exchange (RFC 7636). */

// The example of RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

let game: Game;
let person: Person;
const service = TestService.forFile(async () => {
  game = await service.game();
  person = await service.person();
});

function ask(query: Record<string, string>): Promise<TestReply> {
  return requestAuthorization(service, game, person, query);
}

async function challengedCode(challenge = CHALLENGE): Promise<string> {
  const reply = await ask({ code_challenge: challenge, code_challenge_method: 'S256' });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body.code;
}

function exchange(code: string, verifier?: string): Promise<TestReply> {
  const form = { ...client(game), grant_type: 'authorization_code', code };
  return service.request('POST', '/oauth2/token', {
    form: { ...form, ...(verifier !== undefined && { code_verifier: verifier }) },
  });
}

describe('A code with a challenge', () => {
  test('is exchanged with its verifier', async () => {
    assert.equal((await exchange(await challengedCode(), VERIFIER)).status, 200);
  });

  const wrong: [title: string, verifier: string | undefined][] = [
    ['no verifier', undefined],
    ['an empty verifier', ''],
    ['the challenge instead of the verifier', CHALLENGE],
    ['another verifier', `${VERIFIER}A`],
  ];
  for (const [title, verifier] of wrong) {
    test(`is refused with ${title}, and stays valid for its owner`, async () => {
      const code = await challengedCode();
      const { status, body } = await exchange(code, verifier);
      assert.deepEqual([status, body.error], [400, 'invalid_grant']);
      assert.equal((await exchange(code, VERIFIER)).status, 200);
    });
  }

  test('is refused with a verifier of the right hash that is too short', async () => {
    const short = 'a'.repeat(42);
    const code = await challengedCode(createHash('sha256').update(short).digest('base64url'));
    assert.equal((await exchange(code, short)).body.error, 'invalid_grant');
  });
});

test('A code without a challenge is refused with a verifier', async () => {
  const code = await authorize(service, game, person, 'identify');
  assert.equal((await exchange(code, VERIFIER)).body.error, 'invalid_grant');
  assert.equal((await exchange(code)).status, 200);
});

describe('An authorization request', () => {
  const refused: [title: string, query: Record<string, string>][] = [
    ['the method plain', { code_challenge: CHALLENGE, code_challenge_method: 'plain' }],
    ['no method, which means plain', { code_challenge: CHALLENGE }],
    ['a method without a challenge', { code_challenge_method: 'S256' }],
    ['a challenge that is not a hash', { code_challenge: 'short', code_challenge_method: 'S256' }],
    [
      'a challenge for a token',
      { response_type: 'token', code_challenge: CHALLENGE, code_challenge_method: 'S256' },
    ],
  ];
  for (const [title, query] of refused) {
    test(`is refused with ${title}`, async () => {
      const { status, body } = await ask(query);
      assert.deepEqual([status, body.error], [400, 'invalid_request']);
    });
  }
});
