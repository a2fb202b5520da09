import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnreachable } from '#guildhall/net/is-unreachable.js';

const systemError = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

test('a server may be reached later if its name is unknown or its socket is missing, and not if a file is missing', () => {
  assert.equal(isUnreachable(systemError('ENOTFOUND', 'getaddrinfo')), true);
  assert.equal(isUnreachable(systemError('ENOENT', 'connect')), true);
  assert.equal(isUnreachable(systemError('ENOENT', 'open')), false);
  assert.equal(
    isUnreachable(new Error('of the driver', { cause: systemError('ECONNREFUSED', 'connect') })),
    true,
  );
});
