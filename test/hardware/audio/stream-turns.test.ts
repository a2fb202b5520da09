import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StreamTurns } from '#guildhall/hardware/audio/endpoints/endpoint-finder.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { ManualClock, settle } from '../support/manual-clock.js';

/** Tasks that end when the test says so. */
function setUp() {
  const clock = new ManualClock();
  const turns = new StreamTurns(clock);
  const started: string[] = [];
  const run = (name: string) => {
    const task = new Deferred<string>();
    const result = turns.run(() => {
      started.push(name);
      return task.promise;
    });
    return { result, end: () => task.resolve(name), fail: () => task.reject(new TypeError(name)) };
  };
  return { clock, turns, started, run };
}

test('a task waits for those before it, also for one that fails', async () => {
  const { clock, run, started } = setUp();
  const [first, second, third] = [run('first'), run('second'), run('third')];
  await settle();
  assert.deepEqual(started, ['first']);
  first.end();
  assert.equal(await first.result, 'first');
  await settle();
  assert.deepEqual(started, ['first', 'second']);
  second.fail();
  await assert.rejects(second.result, TypeError);
  await settle();
  assert.deepEqual(started, ['first', 'second', 'third']);
  third.end();
  await third.result;
  await settle();
  assert.equal(clock.timers, 0);
});

test('a task that takes longer than a second keeps no other from its turn', async () => {
  const { clock, run, started } = setUp();
  const hanging = run('hanging');
  const next = run('next');
  await clock.advance(900);
  assert.deepEqual(started, ['hanging']);
  await clock.advance(100);
  assert.deepEqual(started, ['hanging', 'next']);
  next.end();
  await next.result;
  hanging.end();
  assert.equal(await hanging.result, 'hanging');
});
