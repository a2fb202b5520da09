import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedMap } from '#guildhall/platform/async/bounded-map.js';

test('exceeding the limit drops the oldest entry', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('c', 3);
  assert.deepEqual(
    [...map],
    [
      ['b', 2],
      ['c', 3],
    ],
  );
});

test('setting an existing key drops no entry, and a deleted key is added as new', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3);
  assert.deepEqual([...map.keys()], ['a', 'b']);
  map.delete('a');
  map.set('a', 4).set('c', 5);
  assert.deepEqual([...map.keys()], ['a', 'c']);
});
