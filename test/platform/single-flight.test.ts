import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SingleFlight } from '#guildhall/platform/single-flight.js';

test('callers that ask for one key meanwhile share a task, later ones start another', async () => {
  const flights = new SingleFlight<string, number>();
  let started = 0;
  const task = async () => {
    started += 1;
    return started;
  };
  assert.deepEqual(await Promise.all([flights.run('a', task), flights.run('a', task)]), [1, 1]);
  assert.deepEqual(await Promise.all([flights.run('a', task), flights.run('b', task)]), [2, 3]);
});

test('a failure is shared and not kept', async () => {
  const flights = new SingleFlight<string, number>();
  const failing = () => Promise.reject(new RangeError('no'));
  const [first, second] = [flights.run('a', failing), flights.run('a', failing)];
  await assert.rejects(first, RangeError);
  await assert.rejects(second, RangeError);
  assert.equal(await flights.run('a', async () => 7), 7);
});
