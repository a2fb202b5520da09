import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PushToTalk } from '#guildhall/hardware/audio/capture/push-to-talk.js';
import { fc } from '../../../helpers/fast-check.js';

/** @returns how many of the next blocks are sent, which must be the first of them */
function sentBlocks(pushToTalk: PushToTalk, blocks = 300): number {
  const sent = Array.from({ length: blocks }, () => pushToTalk.next());
  const count = sent.filter(Boolean).length;
  assert.deepEqual(
    sent,
    sent.map((_, at) => at < count),
  );
  return count;
}

test('sound is sent while the key is held, and for the delay after its release', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2000 }), fc.nat({ max: 200 }), (releaseMs, heldBlocks) => {
      const pushToTalk = new PushToTalk();
      pushToTalk.configure(releaseMs);
      assert.equal(pushToTalk.next(), false);
      pushToTalk.press(true);
      assert.equal(sentBlocks(pushToTalk, heldBlocks), heldBlocks);
      pushToTalk.press(false);
      assert.ok(Math.abs(sentBlocks(pushToTalk) * 10 - releaseMs) <= 5);
    }),
  );
});

test('a key that is pressed again during the delay, or released once more, starts no other delay', () => {
  const pushToTalk = new PushToTalk();
  pushToTalk.configure(100);
  pushToTalk.press(true);
  pushToTalk.press(false);
  assert.equal(sentBlocks(pushToTalk, 5), 5);
  pushToTalk.press(false);
  assert.equal(sentBlocks(pushToTalk), 5);
  pushToTalk.press(true);
  pushToTalk.press(true);
  assert.equal(sentBlocks(pushToTalk, 20), 20);
  pushToTalk.press(false);
  assert.equal(sentBlocks(pushToTalk), 10);
});

test('a reset ends the delay, but not a key that is held', () => {
  const pushToTalk = new PushToTalk();
  pushToTalk.configure(100);
  pushToTalk.press(true);
  pushToTalk.reset();
  assert.equal(pushToTalk.next(), true);
  pushToTalk.press(false);
  pushToTalk.reset();
  assert.equal(pushToTalk.next(), false);
});
