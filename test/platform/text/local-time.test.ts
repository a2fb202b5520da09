// own process: changes the time zone
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { localTime } from '#guildhall/platform/text/local-time.js';

const former = process.env.TZ;
before(() => {
  process.env.TZ = 'Asia/Kolkata';
});
after(() => {
  if (former === undefined) delete process.env.TZ;
  else process.env.TZ = former;
});

test('a time is shown in the time zone of the machine', () => {
  const time = '2026-11-22T20:03:07.512Z';
  assert.equal(localTime(time), '2026-11-23 01:33:07');
  assert.equal(localTime(time, 'minute'), '2026-11-23 01:33');
  assert.equal(localTime(Date.parse(time), 'millisecond'), '2026-11-23 01:33:07.512');
});

test('an invalid time is shown unchanged', () => {
  assert.equal(localTime(''), '');
  assert.equal(localTime('yesterday'), 'yesterday');
});
