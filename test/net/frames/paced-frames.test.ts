import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { PacedFrames, type PacedSource } from '#guildhall/net/frames/paced-frames.js';
import { TimedTurns } from '#guildhall/net/timed-turns.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

/** A connection whose peer reads when the test says so. */
class FakeSource implements PacedSource {
  bufferedBytes = 0;
  isPaused = false;

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }
}

function setUp() {
  const clock = new ManualClock();
  const source = new FakeSource();
  const taken: number[] = [];
  const slow: number[] = [];
  const sent: (() => void)[] = [];
  const frames = new PacedFrames({
    source,
    mark: 100,
    seconds: 10,
    clock,
    turns: new TimedTurns(() => 0),
    take: ([name = 0]) => {
      taken.push(name);
      const whenSent = frames.whenSent(60);
      source.bufferedBytes += 60;
      if (whenSent !== undefined) sent.push(whenSent);
    },
    tooSlow: () => slow.push(clock.now()),
  });
  /** the peer takes everything that was sent */
  const read = () => {
    source.bufferedBytes = 0;
    for (const whenSent of sent.splice(0)) whenSent();
  };
  const receive = (...names: number[]) => {
    for (const name of names) frames.receive(Uint8Array.of(name));
  };
  return { clock, frames, read, receive, slow, source, taken };
}

test('frames wait while replies are unread, and are handled in order afterwards', async () => {
  const { clock, read, receive, slow, source, taken } = setUp();
  receive(1, 2);
  assert.equal(source.isPaused, false);
  receive(3, 4, 5);
  assert.deepEqual(taken, [1, 2]);
  assert.equal(source.isPaused, true);
  read();
  await setImmediate();
  assert.deepEqual(taken, [1, 2, 3, 4]);
  assert.equal(source.isPaused, true, 'one frame still waits');
  read();
  await setImmediate();
  assert.deepEqual(taken, [1, 2, 3, 4, 5]);
  assert.equal(source.isPaused, false);
  assert.equal(clock.timers, 0);
  assert.deepEqual(slow, []);
});

test('a peer that reads nothing is reported after the timeout', async () => {
  const { clock, receive, slow, taken } = setUp();
  receive(1, 2, 3);
  await clock.advance(9_999);
  assert.deepEqual(slow, []);
  await clock.advance(1);
  assert.equal(slow.length, 1);
  assert.deepEqual(taken, [1, 2]);
});

test('a closed connection leaves no timer, and its frames are dropped', async () => {
  const { clock, frames, read, receive, taken } = setUp();
  receive(1, 2, 3);
  frames.end();
  assert.equal(clock.timers, 0);
  read();
  await setImmediate();
  assert.deepEqual(taken, [1, 2]);
});
