import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from './kernel/row.js';
import { parseBenchArguments } from './parse-arguments.js';
import { ROWS } from './rows/index.js';
import { selectRows } from './select-rows.js';

const rows: readonly Row[] = ['GET guild', 'GET member', 'start'].map((name) => ({
  name,
  goals: [],
  open: async () => [],
}));

function select(...texts: string[]): string[] {
  return selectRows(rows, parseBenchArguments(texts).isWanted).map(({ name }) => name);
}

test('rows are selected by any of the texts, without regard to case', () => {
  assert.deepEqual(select('get'), ['GET guild', 'GET member']);
  assert.deepEqual(select('member', 'START'), ['GET member', 'start']);
  assert.deepEqual(select(), ['GET guild', 'GET member', 'start']);
});

test('a text that is in no name is refused with the names of all rows', () => {
  assert.throws(() => select('reads'), {
    name: 'TypeError',
    message: /GET guild\n {2}GET member\n {2}start$/,
  });
});

test('every benchmark row has a name of its own', () => {
  const names = ROWS.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
});
