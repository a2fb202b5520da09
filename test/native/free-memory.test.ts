import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { onlyLinux } from '../helpers/only-on.js';

const { freeMemory } = createRequire(import.meta.url)('../../build/Release/guildhall.node');

test('freed memory can be returned to the system', {
  skip: onlyLinux('what the allocator keeps differs by system'),
}, () => {
  assert.equal(typeof freeMemory.release(), 'boolean');
});
