import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMON_ERRORS, impliedErrors } from '#guildhall/api/rest/operation-errors.js';
import { OPERATIONS } from '#guildhall/api/rest/operations.js';

const PLAIN = { access: 'anyone', path: '/gateway', permission: null } as const;

test('an operation without a caller, parameters and permission implies no errors', () => {
  assert.deepEqual(impliedErrors(PLAIN), []);
});

test('access implies the refusal of other callers', () => {
  const of = (access: Parameters<typeof impliedErrors>[0]['access']) => impliedErrors({ ...PLAIN, access });
  assert.deepEqual(of('bot'), ['ONLY_BOTS']);
  assert.deepEqual(of('person'), ['NO_BOTS', 'MISSING_ACCESS']);
  assert.deepEqual(of('application'), ['invalid_client']);
  assert.deepEqual(of({ scopes: ['rpc.api'] }), ['MISSING_ACCESS']);
  assert.deepEqual(of({ scopes: 'any' }), []);
});

test('parameters of a path imply that there may be no such thing', () => {
  const path = '/guilds/{guild.id}/roles/{role.id}';
  assert.deepEqual(impliedErrors({ ...PLAIN, path }), ['UNKNOWN_GUILD', 'MISSING_ACCESS', 'UNKNOWN_ROLE']);
});

test('a permission implies that it may be missing, an elevated one two-factor, too', () => {
  const of = (permission: 'SEND_MESSAGES' | 'MANAGE_ROLES') => impliedErrors({ ...PLAIN, permission });
  assert.deepEqual(of('SEND_MESSAGES'), ['MISSING_PERMISSIONS']);
  assert.deepEqual(of('MANAGE_ROLES'), ['MISSING_PERMISSIONS', 'TWO_FACTOR_REQUIRED']);
});

test('an operation has every error once, and none that any operation may answer with', () => {
  for (const { name, errors } of OPERATIONS) {
    assert.equal(new Set(errors).size, errors.length, name);
    assert.deepEqual(
      errors.filter((error) => COMMON_ERRORS.includes(error)),
      [],
      name,
    );
  }
});
