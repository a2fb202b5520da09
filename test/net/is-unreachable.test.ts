import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnreachable } from '#guildhall/net/is-unreachable.js';

const systemError = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

test('an unknown host name or missing socket is temporary, a missing file is not', () => {
  assert.equal(isUnreachable(systemError('ENOTFOUND', 'getaddrinfo')), true);
  assert.equal(isUnreachable(systemError('ENOENT', 'connect')), true);
  assert.equal(isUnreachable(systemError('ENOENT', 'open')), false);
  assert.equal(
    isUnreachable(new Error('of the driver', { cause: systemError('ECONNREFUSED', 'connect') })),
    true,
  );
});
