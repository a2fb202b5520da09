import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ReadTurns } from '#guildhall/net/frames/read-turns.js';
import { systemClock } from '#guildhall/platform/clock.js';

/** A connection that knows whether it is paused. */
function createSource() {
  return {
    isPaused: false,
    pause() {
      this.isPaused = true;
    },
    resume() {
      this.isPaused = false;
    },
  };
}

describe('Frames of many connections in a row', () => {
  let now: number;
  let turns: ReadTurns;
  beforeEach(() => {
    now = 1_000_000;
    turns = new ReadTurns({ ...systemClock, now: () => now });
  });
  const handleFor = (source: ReturnType<typeof createSource>, ms: number) => {
    now += ms;
    turns.handled(source);
  };

  test('are not interrupted within a turn', async () => {
    const [first, second] = [createSource(), createSource()];
    for (let turn = 0; turn < 3; turn += 1) {
      handleFor(first, 10);
      handleFor(second, 10);
      handleFor(first, 9);
      assert.deepEqual([first.isPaused, second.isPaused], [false, false]);
      await setImmediate();
    }
  });

  test('are interrupted for one turn of the event loop, also on connections that were read before', async () => {
    const [first, second, idle] = [createSource(), createSource(), createSource()];
    handleFor(first, 0);
    handleFor(second, 20);
    assert.deepEqual(
      [first, second, idle].map(({ isPaused }) => isPaused),
      [true, true, false],
    );
    // What had been read when it was paused is handled in the same turn.
    handleFor(first, 1);
    assert.equal(first.isPaused, true);
    await setImmediate();
    assert.deepEqual(
      [first, second].map(({ isPaused }) => isPaused),
      [false, false],
    );
    // Only one of them has been read in the next turn before it is over.
    handleFor(second, 0);
    handleFor(second, 20);
    assert.deepEqual(
      [first, second].map(({ isPaused }) => isPaused),
      [true, true],
    );
    await setImmediate();
    // A turn that was not interrupted forgets who was sending.
    handleFor(second, 5);
    await setImmediate();
    handleFor(second, 0);
    handleFor(second, 20);
    assert.deepEqual(
      [first, second].map(({ isPaused }) => isPaused),
      [false, true],
    );
    await setImmediate();
    assert.equal(second.isPaused, false);
  });
});
