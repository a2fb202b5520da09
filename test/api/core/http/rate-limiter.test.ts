import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimiter } from '#guildhall/api/core/http/rate-limiter.js';
import { DEFAULT_REST_LIMITS } from '#guildhall/api/core/limits.js';

test('a caller over its quota cannot fill buckets of its choice', () => {
  const limits = { ...DEFAULT_REST_LIMITS, bucketRequests: 5, globalRequests: 2 };
  const limiter = new RateLimiter(limits, () => 1000);
  const take = (bucket: string): string | undefined => {
    const headers: string[] = [];
    try {
      limiter.take('caller', bucket, headers);
    } catch (error) {
      assert.equal((error as Error).name, 'RateLimitedError');
    }
    return headers[headers.indexOf('x-ratelimit-remaining') + 1];
  };
  assert.deepEqual([take('a'), take('b')], ['4', '4']);
  for (let count = 0; count < 3; count += 1) assert.equal(take('new'), '5');
});
