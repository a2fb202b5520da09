import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSlices } from '#guildhall/platform/async/slices.js';

test('a list is processed in slices, in order', async () => {
  const slices: (readonly number[])[] = [];
  await inSlices([1, 2, 3, 4, 5], 2, (slice) => slices.push(slice));
  assert.deepEqual(slices, [[1, 2], [3, 4], [5]]);
});

test('pending work runs between two slices', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('other'));
  await inSlices(['a', 'b'], 1, ([item]) => order.push(String(item)));
  assert.deepEqual(order, ['a', 'other', 'b']);
});

test('a list of one slice is processed at once', () => {
  const seen: number[] = [];
  void inSlices([1, 2], 2, (slice) => seen.push(...slice));
  assert.deepEqual(seen, [1, 2]);
});
