import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#guildhall/platform/clock.js';
import { Speakers } from '#guildhall/voice/connection/speakers.js';

test('at most ten thousand sources are known, and users who left make room', () => {
  const speakers = new Speakers(systemClock, { started: () => {}, stopped: () => {} });
  for (let ssrc = 1; ssrc <= 10_000; ssrc += 1) speakers.assign(ssrc, `${ssrc}`);
  speakers.assign(10_001, 'late');
  assert.equal(speakers.userOf(10_001), undefined);
  speakers.assign(1, 'other');
  assert.equal(speakers.userOf(1), 'other');
  speakers.leave('other');
  speakers.assign(10_001, 'late');
  assert.equal(speakers.userOf(10_001), 'late');
});
