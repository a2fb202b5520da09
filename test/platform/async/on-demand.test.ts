import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OnDemand } from '#guildhall/platform/async/on-demand.js';

/** Fails as often as `failures` says, then gives the number of the attempt. */
function countAttempts(failures: number): OnDemand<number> {
  let attempts = 0;
  return new OnDemand(async () => {
    attempts += 1;
    if (attempts <= failures) throw new Error(`attempt ${attempts}`);
    return attempts;
  });
}

test('a shared value is created once', async () => {
  const value = countAttempts(0);
  assert.equal(await value.ifMade(), null);
  assert.deepEqual(await Promise.all([value.get(), value.get()]), [1, 1]);
  assert.equal(await value.get(), 1);
  assert.equal(await value.ifMade(), 1);
});

test('a failed creation is retried for the next caller', async () => {
  const value = countAttempts(1);
  const first = [value.get(), value.get()];
  for (const attempt of first) await assert.rejects(attempt, /attempt 1/);
  assert.equal(await value.ifMade(), null);
  assert.equal(await value.get(), 2);
});
