import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertTakesLess } from './assert-takes-less.js';

/** Measures that give these times one after the other. */
function measuring(...times: number[]): () => Promise<number> {
  return async () => times.shift() ?? assert.fail('measured too often');
}

test('a time below its limit in one of three attempts is enough', async () => {
  await assertTakesLess(() => 100, measuring(99));
  await assertTakesLess(() => 100, measuring(3000, 100, 20));
});

test('a time that is never below its limit fails with all attempts', async () => {
  await assert.rejects(
    assertTakesLess(() => 100, measuring(3000, 100, 200), 'it came'),
    {
      message:
        'it came after 3000 ms (at most 100), then after 100 ms (at most 100), then after 200 ms (at most 100)',
    },
  );
});
