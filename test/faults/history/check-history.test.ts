import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Append, assertAppended, assertLinearizable, type RegisterOperation } from './check-history.js';

const NEVER = Number.POSITIVE_INFINITY;
const write = (value: string, start: number, end: number): RegisterOperation => ({
  kind: 'write',
  value,
  start,
  end,
});
const read = (value: string, start: number, end: number): RegisterOperation => ({
  kind: 'read',
  value,
  start,
  end,
});

describe('A register', () => {
  const FITS: Readonly<Record<string, RegisterOperation[]>> = {
    'is read as it was before a write that runs': [write('a', 1, 4), read('', 2, 3)],
    'is read with a write that runs': [write('a', 1, 6), read('a', 2, 3), read('a', 4, 5)],
    'takes writes at once in any order': [write('a', 1, 4), write('b', 2, 3), read('a', 5, 6)],
    'may be as a write of unknown outcome left it': [write('a', 1, NEVER), read('a', 5, 6)],
    'may take a write of unknown outcome late': [
      write('a', 1, NEVER),
      write('b', 2, 3),
      read('b', 4, 5),
      read('a', 6, 7),
    ],
    'may never take a write of unknown outcome': [write('a', 1, NEVER), write('b', 2, 3), read('b', 4, 5)],
  };
  for (const [title, operations] of Object.entries(FITS)) {
    test(title, () => assertLinearizable(operations, ''));
  }

  const DOES_NOT_FIT: Readonly<Record<string, RegisterOperation[]>> = {
    'that is read with a value that was refused': [read('a', 1, 2)],
    'that loses an acknowledged write': [write('a', 1, 2), read('', 3, 4)],
    'that is read with a write before it begins': [read('a', 1, 2), write('a', 3, 4)],
    'that is read with a new value and then with the old one': [
      write('a', 1, 8),
      read('a', 2, 3),
      read('', 4, 5),
    ],
    'that takes a value back that it had lost': [write('a', 1, 2), write('b', 3, 4), read('a', 5, 6)],
  };
  for (const [title, operations] of Object.entries(DOES_NOT_FIT)) {
    test(`${title} is found`, () => {
      assert.throws(() => assertLinearizable(operations, ''), /no order/);
    });
  }

  test('with a long history is checked', () => {
    const clients = 6;
    const operations = Array.from({ length: 2000 }, (_, index) => {
      const start = index * 2;
      return index % 2 === 0
        ? write(String(index), start, start + clients)
        : read(String(index - 1), start, start + clients);
    });
    assertLinearizable(operations, '');
  });
});

describe('A list', () => {
  const append = (item: string, start: number, end: number): Append => ({ item, start, end });
  const APPENDS = [append('a', 1, 2), append('b', 3, 6), append('c', 4, 5), append('d', 7, NEVER)];

  test('has appended items, at once in any order', () => {
    assertAppended(['a', 'b', 'c'], APPENDS, [{ items: ['a'], start: 3, end: 4 }]);
    assertAppended(['a', 'c', 'b', 'd'], APPENDS, [{ items: ['a', 'c'], start: 5, end: 8 }]);
  });

  test('that lost, repeated, invented or moved an item is found', () => {
    assert.throws(() => assertAppended(['a', 'b'], APPENDS, []), /c was acknowledged, and is missing/);
    assert.throws(() => assertAppended(['a', 'b', 'c', 'a'], APPENDS, []), /twice/);
    assert.throws(() => assertAppended(['a', 'b', 'c', 'x'], APPENDS, []), /x was refused/);
    assert.throws(() => assertAppended(['b', 'a', 'c'], APPENDS, []), /a is behind/);
  });

  test('that was read without an acknowledged item, or with another beginning, is found', () => {
    const items = ['a', 'b', 'c'];
    assert.throws(
      () => assertAppended(items, APPENDS, [{ items: ['a', 'b'], start: 5.5, end: 8 }]),
      /c was acknowledged before/,
    );
    assert.throws(
      () => assertAppended(items, APPENDS, [{ items: ['a', 'c'], start: 3, end: 8 }]),
      /not the beginning/,
    );
  });
});
