import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UseCount } from '#guildhall/platform/async/use-count.js';

test('a use count starts with the first user, stops with the last and can restart', () => {
  const calls: string[] = [];
  const uses = new UseCount({ started: () => calls.push('started'), ended: () => calls.push('ended') });
  const [first, second] = [uses.use(), uses.use()];
  first();
  first();
  assert.deepEqual(calls, ['started']);
  assert.equal(uses.isInUse, true);
  second();
  assert.deepEqual(calls, ['started', 'ended']);
  assert.equal(uses.isInUse, false);
  uses.use();
  assert.deepEqual(calls, ['started', 'ended', 'started']);
});
