import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KeyedLock } from '#guildhall/platform/async/keyed-lock.js';

/** Runs tasks that need keys, each of which ends when its turn of the event loop comes. @returns what began and ended */
async function run(tasks: Readonly<Record<string, readonly string[]>>): Promise<string[]> {
  const lock = new KeyedLock();
  const order: string[] = [];
  const running = Object.entries(tasks).map(([name, keys]) =>
    lock.runAll(keys, async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
    }),
  );
  await Promise.all(running);
  return order;
}

describe('KeyedLock', () => {
  test('runs tasks of one key one after another', async () => {
    assert.deepEqual(await run({ a: ['1'], b: ['1'] }), ['a begins', 'a ends', 'b begins', 'b ends']);
  });

  test('runs tasks of different keys together', async () => {
    assert.deepEqual(await run({ a: ['1'], b: ['2'] }), ['a begins', 'b begins', 'a ends', 'b ends']);
  });

  test('runs a task with several keys after every task with one of them', async () => {
    const order = await run({ a: ['1'], b: ['2'], both: ['1', '2'], c: ['2'] });
    assert.deepEqual(order.slice(4), ['both begins', 'both ends', 'c begins', 'c ends']);
  });

  test('serves tasks that name the same keys in different orders, or twice', async () => {
    const order = await run({ a: ['1', '2', '1'], b: ['2', '1'], c: [] });
    assert.equal(order.length, 6);
    assert.ok(order.indexOf('a ends') < order.indexOf('b begins'));
  });

  test('continues after a failed task', async () => {
    const lock = new KeyedLock();
    const failed = lock.runAll(['1', '2'], () => Promise.reject(new TypeError('of the task')));
    const next = lock.run('2', () => Promise.resolve('next'));
    await assert.rejects(failed, TypeError);
    assert.equal(await next, 'next');
  });
});
