import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FramePace } from '#guildhall/net/frame-pace.js';
import { ManualClock } from '../hardware/support/manual-clock.js';

/** A connection that counts its pauses. */
function createSource() {
  return {
    isPaused: false,
    pause() {
      this.isPaused = true;
    },
    resume() {
      this.isPaused = false;
    },
  };
}

test('exceeding the burst pauses the connection until the debt is repaid', async () => {
  const clock = new ManualClock();
  const pace = new FramePace({ perSecond: 10, burst: 100 }, clock);
  const source = createSource();
  assert.equal(pace.charge(source, 100), false);
  assert.equal(pace.charge(source, 10), true);
  assert.equal(pace.charge(source, 10), true);
  await clock.advance(1999);
  assert.equal(source.isPaused, true);
  await clock.advance(1);
  assert.equal(source.isPaused, false);
  assert.equal(clock.timers, 0);
});

test('a pause ends with its connection, and the debt applies to the next one', async () => {
  const clock = new ManualClock();
  const pace = new FramePace({ perSecond: 10, burst: 100 }, clock);
  const first = createSource();
  pace.charge(first, 200);
  pace.end(createSource());
  assert.equal(first.isPaused, true);
  pace.end(first);
  assert.equal(first.isPaused, false);
  assert.equal(clock.timers, 0);
  const second = createSource();
  assert.equal(pace.charge(second, 0), true);
  await clock.advance(10_000);
  assert.equal(second.isPaused, false);
});
