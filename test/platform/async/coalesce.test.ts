import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coalesceRuns, SharedRuns, SingleFlight } from '#guildhall/platform/async/coalesce.js';

test('coalesceRuns handles all requests during a run with one more run', async () => {
  const running: (() => void)[] = [];
  const request = coalesceRuns(() => new Promise((resolve) => running.push(resolve)));
  const finish = async () => {
    running.at(-1)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  request();
  assert.equal(running.length, 1);
  request();
  request();
  assert.equal(running.length, 1);
  await finish();
  assert.equal(running.length, 2);
  await finish();
  assert.equal(running.length, 2);
  request();
  assert.equal(running.length, 3);
});

test('SharedRuns gives each caller the end of a run that began after the call, also after a failure', async () => {
  const outcomes = [false, true, false];
  let begun = 0;
  const runs = new SharedRuns(async () => {
    begun += 1;
    await new Promise((resolve) => setImmediate(resolve));
    if (outcomes.shift() === true) throw new RangeError('no');
  });
  const first = runs.run();
  await null;
  const [second, third] = [runs.run(), runs.run()];
  await first;
  await assert.rejects(second, RangeError);
  await assert.rejects(third, RangeError);
  assert.equal(begun, 2);
  await runs.run();
  assert.equal(begun, 3);
});

test('SingleFlight shares a running task between callers with the same key', async () => {
  const flights = new SingleFlight<string, number>();
  let started = 0;
  const task = async () => {
    started += 1;
    return started;
  };
  assert.deepEqual(await Promise.all([flights.run('a', task), flights.run('a', task)]), [1, 1]);
  assert.deepEqual(await Promise.all([flights.run('a', task), flights.run('b', task)]), [2, 3]);
});

test('SingleFlight does not cache a failure', async () => {
  const flights = new SingleFlight<string, number>();
  const failing = () => Promise.reject(new RangeError('no'));
  const [first, second] = [flights.run('a', failing), flights.run('a', failing)];
  await assert.rejects(first, RangeError);
  await assert.rejects(second, RangeError);
  assert.equal(await flights.run('a', async () => 7), 7);
});
