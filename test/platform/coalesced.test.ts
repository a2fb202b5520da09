import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coalesced } from '#guildhall/platform/coalesced.js';

test('a task that is asked for while it runs runs once more afterwards, however often it was asked for', async () => {
  const running: (() => void)[] = [];
  const ask = coalesced(() => new Promise((resolve) => running.push(resolve)));
  const finish = async () => {
    running.at(-1)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  ask();
  assert.equal(running.length, 1);
  ask();
  ask();
  assert.equal(running.length, 1);
  await finish();
  assert.equal(running.length, 2);
  await finish();
  assert.equal(running.length, 2);
  ask();
  assert.equal(running.length, 3);
});
