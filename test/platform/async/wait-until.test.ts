import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { Emitter } from '#guildhall/platform/async/events.js';
import { waitUntil } from '#guildhall/platform/async/wait-until.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

function setUp() {
  const clock = new ManualClock();
  const events = new Emitter<{ changed: null }>((error) => {
    throw error;
  });
  const controller = new AbortController();
  const { signal } = controller;
  let value: string | undefined;
  const wait = () =>
    waitUntil({
      look: () => value,
      listen: (again) => [events.on('changed', again)],
      clock,
      ms: 1000,
      signal,
    });
  const set = (next: string) => {
    value = next;
    events.emit('changed', null);
  };
  const countListeners = () => getEventListeners(signal, 'abort').length;
  return { clock, controller, countListeners, set, wait };
}

test('a fulfilled wait leaves no timer and no listener', async () => {
  const { clock, countListeners, set, wait } = setUp();
  const waits = [wait(), wait()];
  assert.equal(countListeners(), 2);
  set('there');
  assert.deepEqual(await Promise.all(waits), ['there', 'there']);
  assert.equal(countListeners(), 0);
  assert.equal(clock.timers, 0);
});

test('a wait that timed out leaves no listener', async () => {
  const { clock, countListeners, wait } = setUp();
  const found = wait();
  await clock.advance(1000);
  assert.equal(await found, null);
  assert.equal(countListeners(), 0);
});

test('an abort ends current and later waits', async () => {
  const { clock, controller, countListeners, wait } = setUp();
  const before = wait();
  controller.abort();
  assert.deepEqual(await Promise.all([before, wait()]), [null, null]);
  assert.equal(countListeners(), 0);
  assert.equal(clock.timers, 0);
});
