import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { PacedFrames } from '#guildhall/net/frames/paced-frames.js';
import { TimedTurns } from '#guildhall/net/timed-turns.js';
import { systemClock } from '#guildhall/platform/clock.js';

/** Connections each of whose frames takes a millisecond to handle. */
function createConnections() {
  let now = 0;
  const turns = new TimedTurns(() => now);
  const taken: string[] = [];
  const connect = (name: string) => {
    const source = {
      bufferedBytes: 0,
      isPaused: false,
      pause() {
        this.isPaused = true;
      },
      resume() {
        this.isPaused = false;
      },
    };
    const frames = new PacedFrames({
      source,
      mark: 1,
      seconds: 10,
      clock: systemClock,
      turns,
      take: ([number]) => {
        now += 1;
        taken.push(`${name}${number}`);
      },
      tooSlow: () => assert.fail('too slow'),
    });
    const receive = (count: number) => {
      for (let number = 0; number < count; number += 1) frames.receive(Uint8Array.of(number));
    };
    return { frames, receive, source };
  };
  return { connect, taken };
}

/** A turn is measured from the eighth frame on, which takes the last of these milliseconds. */
const FIRST_TURN = 7 + 20;

test('bursts of several connections take 20 ms of a turn, and those that had to wait as long after it', async () => {
  const { connect, taken } = createConnections();
  const [a, b] = [connect('a'), connect('b')];
  a.receive(15);
  b.receive(37);
  assert.deepEqual([taken.length, a.source.isPaused, b.source.isPaused], [FIRST_TURN, false, true]);
  await setImmediate();
  assert.deepEqual([taken.length, b.source.isPaused], [FIRST_TURN + 20, true]);
  await setImmediate();
  assert.deepEqual([taken.length, b.source.isPaused], [52, false]);
  const of = (name: string) => taken.filter((frame) => frame.startsWith(name));
  assert.deepEqual(
    of('b'),
    Array.from({ length: 37 }, (_, number) => `b${number}`),
  );
});

test('a connection that sends one frame is answered before the burst of others is over', async () => {
  const { connect, taken } = createConnections();
  const [busy, other, honest] = [connect('busy'), connect('other'), connect('honest')];
  busy.receive(220);
  other.receive(200);
  await setImmediate();
  honest.receive(1);
  assert.equal(taken.at(-1), 'honest0');
  assert.ok(taken.length < 60, `${taken.length} frames were taken before`);
});

test('connections that wait take their frames in turns, and one that has closed takes none', async () => {
  const { connect, taken } = createConnections();
  const [first, second, closed] = [connect('a'), connect('b'), connect('c')];
  first.receive(220);
  second.receive(200);
  closed.receive(1);
  closed.frames.end();
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  const waited = taken.slice(FIRST_TURN);
  const ofSecond = waited.filter((frame) => frame.startsWith('b')).length;
  assert.ok(ofSecond >= 32 && ofSecond <= waited.length - 32, `${ofSecond} of ${waited.length}`);
  assert.ok(!taken.includes('c0'));
});

test('a turn of what may take long is measured from the first on', () => {
  let now = 100;
  const turns = new TimedTurns(() => now, 2);
  let taken = 0;
  while (turns.mayTake()) {
    taken += 1;
    now += 15;
  }
  assert.equal(taken, 2);
});

test('connections that are accepted, one in each iteration of the event loop, do not wait for turns', async () => {
  let now = 100;
  const turns = new TimedTurns(() => now);
  while (turns.mayTake()) now += 15;
  let taken = 0;
  turns.wait({ takeSome: () => (taken += 1) });
  let accepted = 0;
  for (; taken === 0; accepted += 1) {
    turns.accepted();
    await setImmediate();
  }
  // Not longer, because connections may be opened without end.
  assert.equal(accepted, 33);
});

test('turns are short while connections are accepted', async () => {
  let now = 100;
  const turns = new TimedTurns(() => now, 0);
  const takeAll = () => {
    let taken = 0;
    for (; turns.mayTake(); taken += 1) now += 1;
    return taken;
  };
  const counts: number[] = [];
  for (const isAccepting of [false, true, true, false, false]) {
    if (isAccepting) turns.accepted();
    counts.push(takeAll());
    await setImmediate();
  }
  assert.deepEqual(counts, [20, 20, 2, 2, 20]);
});
