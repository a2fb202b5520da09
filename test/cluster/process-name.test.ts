import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processName } from '#guildhall/cluster/process-name.js';
import { UserError } from '#guildhall/platform/errors.js';

test('each process of a node has a name of its own, which can be part of a subject', () => {
  const [first, second] = [processName('node_1'), processName('node_1')];
  assert.notEqual(first, second);
  for (const name of [first, second]) assert.match(name, /^node_1-[0-9a-f]{16}$/);
});

test('a name that could be another subject of the bus is refused', () => {
  for (const name of ['', 'a.b', '*', '>', 'a b', 'ä', 'a\n', 'x'.repeat(41)]) {
    assert.throws(() => processName(name), UserError, JSON.stringify(name));
  }
});
