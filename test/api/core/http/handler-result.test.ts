import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonText } from '#guildhall/api/core/http/handler-result.js';

const COUNT = 10;

test('lists are made in parts, one in each turn, between which whatever else waits is handled', async () => {
  const values = Array.from({ length: COUNT }, (_, id) => ({ id, text: 'ä'.repeat(64 * 1024) }));
  let turns = 0;
  const count = () => {
    turns += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  const lists = await Promise.all([JsonText.list(values), JsonText.list(values), JsonText.list(values)]);
  clearImmediate(immediate);
  assert.ok(turns >= 3 * COUNT, `${turns} turns`);
  for (const { text } of lists) assert.equal(text, JSON.stringify(values));
  assert.equal((await JsonText.list([])).text, '[]');
});
