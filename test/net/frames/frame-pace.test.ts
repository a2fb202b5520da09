import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FramePace } from '#guildhall/net/frames/frame-pace.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';

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

test('long runs of frames are interrupted for one turn of the event loop', async () => {
  let now = 1_000_000;
  const pace = new FramePace({ perSecond: 10, burst: 1_000 }, { ...systemClock, now: () => now });
  const source = createSource();
  const handleFor = (ms: number) => {
    now += ms;
    return pace.charge(source, 1);
  };
  for (let turn = 0; turn < 3; turn += 1) {
    assert.equal(handleFor(5), false);
    assert.equal(handleFor(10), false);
    assert.equal(handleFor(10), true);
    assert.equal(handleFor(10), true, 'frames that had been read already do not resume it');
    assert.equal(source.isPaused, true);
    await settle();
    assert.equal(source.isPaused, false);
  }
});

test('frames of different turns are not interrupted, regardless of their total time', async () => {
  let now = 1_000_000;
  const pace = new FramePace({ perSecond: 10, burst: 1_000 }, { ...systemClock, now: () => now });
  const source = createSource();
  for (let count = 0; count < 10; count += 1) {
    now += 15;
    assert.equal(pace.charge(source, 1), false);
    await settle();
  }
});
