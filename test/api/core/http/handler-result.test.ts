import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonText } from '#guildhall/api/core/http/handler-result.js';

test('a list is made in parts, between which whatever else waits is handled', async () => {
  const values = Array.from({ length: 10 }, (_, id) => ({ id, text: 'ä'.repeat(64 * 1024) }));
  let turns = 0;
  const count = () => {
    turns += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  const list = await JsonText.list(values);
  clearImmediate(immediate);
  assert.ok(turns >= values.length, `${turns} turns`);
  assert.equal(list.text, JSON.stringify(values));
  assert.equal((await JsonText.list([])).text, '[]');
});
