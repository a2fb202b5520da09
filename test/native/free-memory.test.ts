import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const { freeMemory } = createRequire(import.meta.url)('../../build/Release/guildhall.node');

test('freed memory can be returned to the system', {
  skip: process.platform === 'linux' ? false : 'what the allocator keeps differs by system',
}, () => {
  assert.equal(typeof freeMemory.release(), 'boolean');
});
