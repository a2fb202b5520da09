import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Meter, MeterFeed } from '#guildhall/control/voice/meter-feed.js';
import { ManualClock } from '../hardware/support/manual-clock.js';

test('at most 25 levels a second are passed on, each the loudest since the one before', async () => {
  const [clock, meters] = [new ManualClock(), [] as Meter[]];
  const feed = new MeterFeed(clock, (meter) => meters.push(meter));
  for (let each = 0; each < 100; each += 1) {
    feed.report({ level: each % 2 === 0 ? -60.04 : -20.04, threshold: -45, isOpen: each % 2 === 1 });
    await clock.advance(10);
  }
  assert.equal(meters.length, 25);
  assert.deepEqual(meters.at(-1), { level: -20, threshold: -45, is_open: true });
});

test('levels continue after the system’s time was set back', () => {
  const meters: Meter[] = [];
  let now = 1_000_000;
  const clock = Object.assign(new ManualClock(), { now: () => now });
  const feed = new MeterFeed(clock, (meter) => meters.push(meter));
  feed.report({ level: -60, threshold: null, isOpen: false });
  now = 500_000;
  feed.report({ level: -50, threshold: null, isOpen: false });
  assert.deepEqual(
    meters.map(({ level }) => level),
    [-60, -50],
  );
});
