import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecoveryTimes } from './recovery-times.js';

test('a recovery of five seconds is too long', () => {
  const times = new RecoveryTimes();
  times.add('kill of NATS', 4999);
  times.add('kill of NATS', 5000);
  assert.deepEqual(times.late(), ['kill of NATS: 5000 ms']);
});

test('the quantiles of recoveries are those of each fault', () => {
  const times = new RecoveryTimes();
  for (const ms of [30, 10, 20]) times.add('two owners', ms);
  times.add('kill of NATS', 40);
  assert.deepEqual(times.describe(), [
    'two owners: 3 rounds, p50 20, p99 30, max 30 ms, all 10 20 30',
    'kill of NATS: 1 rounds, p50 40, p99 40, max 40 ms, all 40',
  ]);
});
