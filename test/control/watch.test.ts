import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watch } from '#guildhall/control/watch-changes.js';
import { ManualClock } from '../hardware/support/manual-clock.js';

const INTERVAL = 1_000;

test('a watch emits the first value and each that differs from the last, until it is aborted', async () => {
  const [clock, abort] = [new ManualClock(), new AbortController()];
  const emitted: unknown[] = [];
  let value = { drivers: 1 };
  const { signal } = abort;
  const emit = (each: unknown) => emitted.push(each);
  const ended = watch({ clock, interval: INTERVAL, signal, read: () => value, emit });
  await clock.advance(0);
  assert.deepEqual(emitted, [{ drivers: 1 }]);

  value = { drivers: 1 };
  await clock.advance(INTERVAL);
  assert.equal(emitted.length, 1);

  value = { drivers: 2 };
  await clock.advance(INTERVAL - 1);
  assert.equal(emitted.length, 1);
  await clock.advance(1);
  assert.deepEqual(emitted, [{ drivers: 1 }, { drivers: 2 }]);

  value = { drivers: 1 };
  await clock.advance(INTERVAL);
  assert.deepEqual(emitted.at(-1), { drivers: 1 });

  abort.abort();
  await ended;
  value = { drivers: 3 };
  await clock.advance(INTERVAL);
  assert.deepEqual([emitted.length, clock.timers], [3, 0]);
});
