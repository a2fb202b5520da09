import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestKeys } from '#guildhall/cluster/requests/request-keys.js';

test('keys of a process are unique, and name it', () => {
  const keys = new RequestKeys('node-1');
  assert.deepEqual([keys.next(), keys.next()], ['node-1.1', 'node-1.2']);
});
