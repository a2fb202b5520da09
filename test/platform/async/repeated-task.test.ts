import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { RepeatedTask } from '#guildhall/platform/async/repeated-task.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

test('a run that exceeds the interval skips the runs due meanwhile', async () => {
  const clock = new ManualClock();
  const runs: Deferred<void>[] = [];
  const task = new RepeatedTask(
    clock,
    100,
    () => runs[runs.push(new Deferred<void>()) - 1]?.promise ?? assert.fail(),
  );
  await clock.advance(350);
  assert.equal(runs.length, 1);
  runs[0]?.resolve();
  await clock.advance(100);
  assert.equal(runs.length, 2);
  runs[1]?.resolve();
  await task.stop();
});

test('stop aborts the current run, waits for it, and starts no other', async () => {
  const clock = new ManualClock();
  const signals: AbortSignal[] = [];
  const done = new Deferred<void>();
  const task = new RepeatedTask(clock, 100, (signal) => {
    signals.push(signal);
    return done.promise;
  });
  await clock.advance(100);
  let hasStopped = false;
  const stopping = task.stop().then(() => {
    hasStopped = true;
  });
  await clock.advance(1000);
  assert.deepEqual([signals[0]?.aborted, hasStopped, clock.timers], [true, false, 0]);
  done.resolve();
  await stopping;
  assert.equal(signals.length, 1);
});
