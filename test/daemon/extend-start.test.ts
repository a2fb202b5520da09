import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extendStart } from '#guildhall/daemon/extend-start.js';
import { ManualClock } from '../hardware/support/manual-clock.js';

const MINUTE = 60_000;

test('the service manager is asked for more time while a service starts, for an hour', async () => {
  const clock = new ManualClock();
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
  await clock.advance(MINUTE);
  assert.deepEqual(asked, [MINUTE, MINUTE, MINUTE]);
  for (let minute = 1; minute < 70; minute += 1) await clock.advance(MINUTE);
  assert.equal(asked.length, 3 * 60 - 1);
  ended();
  assert.equal(clock.timers, 0);
});
