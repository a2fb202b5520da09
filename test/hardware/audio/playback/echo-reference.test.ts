import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EchoReference } from '#guildhall/hardware/audio/playback/echo-reference.js';

const stereo = (value: number) => new Int16Array(960).fill(value);

test('blocks are taken in order, in mono, while playback and recording vary in pace', () => {
  const reference = new EchoReference();
  for (const value of [1, 2, 3, 4]) reference.push(stereo(value));
  // What was requested at once at the start is passed over.
  const taken = [reference.take()?.[0], reference.take()?.[0]];
  for (const value of [5, 6, 7]) reference.push(stereo(value));
  taken.push(reference.take()?.[0], reference.take()?.[0], reference.take()?.[0]);
  assert.deepEqual(taken, [3, 4, 5, 6, 7]);
  assert.equal(reference.take(), null);
});

test('after a gap blocks are taken when there are two again', () => {
  const reference = new EchoReference();
  reference.push(stereo(1));
  assert.equal(reference.take(), null);
  reference.push(stereo(2));
  assert.equal(reference.take()?.length, 480);
});

test('few blocks are kept while none is taken', () => {
  const reference = new EchoReference();
  for (let value = 1; value <= 100; value += 1) reference.push(stereo(value));
  assert.ok((reference.take()?.[0] ?? 0) >= 94);
  reference.clear();
  assert.equal(reference.take(), null);
});
