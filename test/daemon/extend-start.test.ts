import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extendStart } from '#guildhall/daemon/process/service-report.js';
import type { Clock } from '#guildhall/platform/clock.js';
import { ManualClock } from '../hardware/support/manual-clock.js';

const MINUTE = 60_000;

/** @returns the times that the service manager was asked for, and a function that ends the start */
function startWith(clock: Clock) {
  const asked: number[] = [];
  const ended = extendStart(
    {
      watchdogMs: null,
      notifyStarting: (ms) => asked.push(ms),
      notifyReady: () => assert.fail(),
      notifyAlive: () => assert.fail(),
      notifyStopping: () => assert.fail(),
    },
    clock,
  );
  return { asked, ended };
}

test('the service manager is asked for more time while a service starts, for an hour', async () => {
  const clock = new ManualClock();
  const { asked, ended } = startWith(clock);
  await clock.advance(MINUTE);
  assert.deepEqual(asked, [MINUTE, MINUTE, MINUTE]);
  for (let minute = 1; minute < 70; minute += 1) await clock.advance(MINUTE);
  assert.equal(asked.length, 3 * 60);
  ended();
  assert.equal(clock.timers, 0);
});

test('the service manager is asked although the time of day is set while a service starts', async () => {
  const clock = new ManualClock();
  let set = 0;
  const { asked } = startWith({
    now: () => clock.now() + set,
    after: (ms, callback) => clock.after(ms, callback),
    every: (ms, callback) => clock.every(ms, callback),
  });
  set = 24 * 60 * MINUTE;
  await clock.advance(MINUTE);
  assert.deepEqual(asked, [MINUTE, MINUTE, MINUTE]);
});
