import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureRows } from './measure-rows.js';

test('a row that fails is named, and the others are measured', async () => {
  const rows = ['one', 'two', 'three'].map((name) => ({ name, goals: [], open: async () => [] }));
  const events: string[] = [];
  const printed: string[] = [];
  const world = { endRow: async () => void events.push('end') };
  const measure = async ({ name }: { readonly name: string }) => {
    events.push(name);
    if (name === 'two') throw new Error('the server ended');
  };
  assert.deepEqual(await measureRows(rows, [world], measure, (text) => printed.push(text)), ['two']);
  assert.deepEqual(events, ['one', 'end', 'two', 'end', 'three', 'end']);
  assert.match(printed.join(''), /^two\n {2}FAILED: Error: the server ended\n(?: .*\n)+\nfailed: two\n$/);
});
