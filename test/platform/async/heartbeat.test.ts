import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Heartbeat } from '#guildhall/platform/async/heartbeat.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

function setUp(mostUnanswered: number) {
  const clock = new ManualClock();
  const events: string[] = [];
  const heartbeat = new Heartbeat(clock, {
    intervalMs: 100,
    mostUnanswered,
    beat: () => events.push('beat'),
    dead: () => events.push('dead'),
  });
  return { clock, events, heartbeat };
}

test('a peer that does not answer is reported once, after the allowed number of heartbeats', async () => {
  const { clock, events } = setUp(2);
  await clock.advance(1000);
  assert.deepEqual(events, ['beat', 'beat', 'dead']);
  assert.equal(clock.timers, 0);
});

test('one answer resets the count of unanswered heartbeats', async () => {
  const { clock, events, heartbeat } = setUp(2);
  for (let count = 0; count < 5; count += 1) {
    await clock.advance(200);
    heartbeat.answered();
  }
  assert.deepEqual(
    events,
    Array.from({ length: 10 }, () => 'beat'),
  );
  heartbeat.stop();
  await clock.advance(1000);
  assert.equal(events.length, 10);
});
