import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BackOff } from '#guildhall/platform/async/back-off.js';

test('delays double up to the maximum, and restart after a reset', () => {
  const backOff = new BackOff({ firstMs: 100, longestMs: 1000 });
  const pauses = () => Array.from({ length: 6 }, () => backOff.next());
  assert.deepEqual(pauses(), [100, 200, 400, 800, 1000, 1000]);
  assert.equal(backOff.failures, 6);
  backOff.reset();
  assert.equal(backOff.failures, 0);
  assert.deepEqual(pauses(), [100, 200, 400, 800, 1000, 1000]);
});

test('delays stay at the maximum after a thousand failures', () => {
  const backOff = new BackOff({ firstMs: 100, longestMs: 1000 });
  for (let count = 0; count < 2000; count += 1) backOff.next();
  assert.equal(backOff.next(), 1000);
});

test('delays vary randomly by a quarter', () => {
  const limits = { firstMs: 100, longestMs: 1000 };
  assert.equal(new BackOff(limits, () => 0).next(), 75);
  assert.equal(new BackOff(limits, () => 1).next(), 125);
});
