import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldBytes } from '#guildhall/net/held-bytes.js';

function setUp(most: number) {
  const ended: string[] = [];
  return { ended, held: new HeldBytes<string>(most, (holder) => ended.push(holder)) };
}

test('beyond the limit the oldest holders end until the others fit', () => {
  const { ended, held } = setUp(10);
  held.note('a', 3);
  held.note('b', 3);
  held.note('c', 4);
  held.note('a', 3);
  assert.deepEqual(ended, []);
  held.note('c', 9);
  assert.deepEqual(ended, ['a', 'b']);
  held.note('d', 1);
  assert.deepEqual(ended, ['a', 'b']);
});

test('what a holder no longer keeps does not count, and does not end it', () => {
  const { ended, held } = setUp(10);
  held.note('a', 9);
  held.note('a', 0);
  held.note('b', 10);
  held.forget('b');
  held.note('c', 10);
  held.note('d', 1);
  assert.deepEqual(ended, ['c']);
});

test('a group is displaced only while none has more', () => {
  const { ended, held } = setUp(10);
  held.note('a', 3);
  held.move('a', 'other');
  held.move('unknown', 'other');
  for (const holder of ['b', 'c', 'd']) held.note(holder, 3);
  assert.deepEqual(ended, ['b']);
  held.note('a', 8);
  assert.deepEqual(ended, ['b', 'a']);
});
