import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenBucket } from '#guildhall/platform/async/token-bucket.js';

test('a bucket allows a burst, then its rate, and never more than a burst at once', () => {
  let now = 1000;
  const bucket = new TokenBucket(2, 3, () => now);
  const taken = () => {
    let count = 0;
    while (count < 100 && bucket.take()) count += 1;
    return count;
  };
  assert.equal(taken(), 3);
  assert.equal(bucket.wait, 1);
  now += 999;
  assert.equal(taken(), 1);
  now += 1000;
  assert.equal(taken(), 2);
  now += 3_600_000;
  assert.equal(taken(), 3);
});

test('setting the clock back neither removes nor adds tokens', () => {
  let now = 10_000;
  const bucket = new TokenBucket(1, 2, () => now);
  bucket.take();
  now = 0;
  assert.equal(bucket.take(), true);
  assert.equal(bucket.take(), false);
  now = 1000;
  assert.equal(bucket.take(), true);
});

test('charges beyond the remaining tokens become debt, repaid at the rate', () => {
  let now = 0;
  const bucket = new TokenBucket(10, 100, () => now);
  assert.equal(bucket.charge(100), 0);
  assert.equal(bucket.charge(20), 2);
  assert.equal(bucket.charge(10), 3);
  now += 2000;
  assert.equal(bucket.charge(0), 1);
  now += 2000;
  assert.equal(bucket.charge(10), 0);
});
