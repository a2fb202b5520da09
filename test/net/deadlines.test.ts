import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deadlines } from '#guildhall/net/deadlines.js';
import { ManualClock } from '../hardware/support/manual-clock.js';

function setUp() {
  const clock = new ManualClock();
  const expired: string[] = [];
  const deadlines = new Deadlines<string>(clock, (key) => expired.push(key));
  return { clock, deadlines, expired };
}

test('deadlines expire once, at their time, with one timer for all', async () => {
  const { clock, deadlines, expired } = setUp();
  const start = clock.now();
  deadlines.set('later', start + 2000);
  deadlines.set('sooner', start + 1000);
  deadlines.set('last', start + 3000);
  assert.equal(clock.timers, 1);
  await clock.advance(999);
  assert.deepEqual(expired, []);
  await clock.advance(1);
  assert.deepEqual(expired, ['sooner']);
  assert.equal(clock.timers, 1);
  await clock.advance(1000);
  assert.deepEqual(expired, ['sooner', 'later']);
  await clock.advance(10_000);
  assert.deepEqual(expired, ['sooner', 'later', 'last']);
  assert.equal(clock.timers, 0);
});

test('a deadline can be replaced and removed', async () => {
  const { clock, deadlines, expired } = setUp();
  const start = clock.now();
  deadlines.set('moved', start + 1000);
  deadlines.set('moved', start + 5000);
  deadlines.set('removed', start + 2000);
  deadlines.delete('removed');
  deadlines.delete('unknown');
  await clock.advance(4999);
  assert.deepEqual(expired, []);
  await clock.advance(1);
  assert.deepEqual(expired, ['moved']);
});

test('without deadlines there is no timer', () => {
  const { clock, deadlines } = setUp();
  deadlines.set('only', clock.now() + 1000);
  deadlines.delete('only');
  assert.equal(clock.timers, 0);
});

test('a callback can set deadlines, even ones that have passed', async () => {
  const clock = new ManualClock();
  const expired: string[] = [];
  const deadlines = new Deadlines<string>(clock, (key) => {
    expired.push(key);
    if (expired.length < 3) deadlines.set(key, clock.now());
  });
  deadlines.set('again', clock.now() + 1000);
  await clock.advance(1000);
  assert.deepEqual(expired, ['again', 'again', 'again']);
  assert.equal(clock.timers, 0);
});

test('a deadline further away than the longest timer expires at its time', async () => {
  const { clock, deadlines, expired } = setUp();
  const days = 24 * 60 * 60 * 1000;
  deadlines.set('far', clock.now() + 60 * days);
  await clock.advance(59 * days);
  assert.deepEqual(expired, []);
  await clock.advance(days);
  assert.deepEqual(expired, ['far']);
});
