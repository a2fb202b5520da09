import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Game, type Person, TestService } from '../support/test-service.js';
import { client, requestAuthorization } from '../support/world.js';

/** The error_description of refused requests, which clients show and log (RFC 6749 §5.2). */

let person: Person;
let game: Game;
const service = TestService.forFile(async () => {
  person = await service.person();
  game = await service.game();
});

describe('A refused authorization request keeps its error_description', () => {
  const rows: readonly [query: Record<string, string>, error: string, description: string][] = [
    [{ scope: '' }, 'invalid_scope', 'no scope was asked for'],
    [{ scope: 'nope' }, 'invalid_scope', 'a scope that was asked for is unknown or not supported'],
    [{ response_type: 'x' }, 'unsupported_response_type', 'a response type is code or token'],
    [{ scope: 'bot', guild_id: 'x' }, 'invalid_request', 'guild_id is no id'],
    [{ scope: 'bot', disable_guild_select: 'x' }, 'invalid_request', 'disable_guild_select is true or false'],
    [
      { scope: 'bot', disable_guild_select: 'true' },
      'invalid_request',
      'disable_guild_select needs a guild_id',
    ],
    [
      { scope: 'bot', permissions: '-1' },
      'invalid_request',
      'permissions are the decimal sum of known permission bits',
    ],
    [
      { response_type: 'token', code_challenge: 'x' },
      'invalid_request',
      'a code_challenge is for codes only',
    ],
  ];
  for (const [query, error, error_description] of rows) {
    test(error_description, async () => {
      const { status, body } = await requestAuthorization(service, game, person, query);
      assert.deepEqual([status, body], [400, { error, error_description }]);
    });
  }
});

test('a refused token request keeps its error_description', async () => {
  const { body: granted } = await requestAuthorization(service, game, person);
  const form = { ...client(game), grant_type: 'authorization_code', code: granted.code };
  assert.equal((await service.request('POST', '/oauth2/token', { form })).status, 200);
  const { body } = await service.request('POST', '/oauth2/token', { form });
  assert.equal(body.error_description, 'the code was used before; what it gave is revoked');
});
