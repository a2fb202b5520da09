import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWhenReachable } from '#guildhall/daemon/open-configured-store.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { createLogger } from '#guildhall/platform/log.js';
import { StoreError, UnreachableError } from '#guildhall/store/errors.js';
import { ManualClock } from '../hardware/support/manual-clock.js';

const unreachable = () => new UnreachableError('ECONNREFUSED', '08006');

function createWait() {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line).msg) });
  const clock = new ManualClock();
  const controller = new AbortController();
  return { lines, clock, controller, options: { clock, log, stopping: controller.signal } };
}

test('the store is opened once its server can be reached, with one warning', async () => {
  const { clock, lines, options } = createWait();
  let attempts = 0;
  const opening = openWhenReachable(async () => {
    attempts += 1;
    if (attempts < 4) throw unreachable();
    return 'store';
  }, options);
  for (let second = 0; second < 3; second += 1) await clock.advance(1000);
  assert.equal(await opening, 'store');
  assert.equal(attempts, 4);
  assert.deepEqual(lines, ['the database is unreachable; waiting for it', 'reached the database']);
});

test('what does not pass by waiting ends the start at once', async () => {
  const { options } = createWait();
  const refused = new StoreError('password authentication failed', '28P01');
  await assert.rejects(
    openWhenReachable(() => Promise.reject(refused), options),
    refused,
  );
});

test('waiting ends with the start', async () => {
  const { controller, options } = createWait();
  const opening = openWhenReachable(() => Promise.reject(unreachable()), { ...options, clock: systemClock });
  controller.abort();
  await assert.rejects(opening, { name: 'AbortError' });
});
