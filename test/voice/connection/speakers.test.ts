import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#guildhall/platform/clock.js';
import { OPUS_SILENCE } from '#guildhall/protocol/opus-silence.js';
import { Speakers } from '#guildhall/voice/connection/speakers.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

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

test('frames that were overtaken neither start nor stop speech', () => {
  const edges: string[] = [];
  const clock = new ManualClock();
  const speakers = new Speakers(clock, {
    started: (userId) => edges.push(`${userId} starts`),
    stopped: (userId) => edges.push(`${userId} stops`),
  });
  const speech = Buffer.from('a frame of speech');
  const hear = (frame: Buffer, ...sequences: readonly number[]) => {
    for (const sequence of sequences) speakers.frame('1', sequence, frame);
  };
  hear(speech, 65_534, 0);
  hear(OPUS_SILENCE, 2);
  hear(speech, 65_535, 1);
  assert.deepEqual(edges, ['1 starts', '1 stops']);
  hear(speech, 8);
  hear(OPUS_SILENCE, 3, 4);
  assert.deepEqual(edges, ['1 starts', '1 stops', '1 starts']);
  // Its sender counts from the start.
  hear(OPUS_SILENCE, 50_000);
  assert.deepEqual(edges.at(-1), '1 stops');
  speakers.clear();
});
