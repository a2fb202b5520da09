import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, percentile, summarize } from './statistics.js';

test('the median of an even number of values is between the two in the middle', () => {
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([5]), 5);
});

test('quartiles are interpolated', () => {
  assert.deepEqual(summarize([1, 2, 3, 4, 5, 6]), { median: 3.5, low: 2.25, high: 4.75 });
});

test('the 99th percentile of few values is the highest', () => {
  assert.equal(percentile([3, 9, 1], 0.99), 9);
});
