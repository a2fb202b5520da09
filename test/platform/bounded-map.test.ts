import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedMap } from '#guildhall/platform/bounded-map.js';

test('one entry more than the limit drops the one that was added first', () => {
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

test('a known key is set without dropping another, and is added anew once it was deleted', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3);
  assert.deepEqual([...map.keys()], ['a', 'b']);
  map.delete('a');
  map.set('a', 4).set('c', 5);
  assert.deepEqual([...map.keys()], ['a', 'c']);
});
