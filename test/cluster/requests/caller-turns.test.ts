import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallerTurns, type EndTurn } from '#guildhall/cluster/requests/caller-turns.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';

/** Takes turns of a caller and records which came. */
function createTurns() {
  const clock = new ManualClock();
  const turns = new CallerTurns(clock);
  const came: EndTurn[] = [];
  let refused = 0;
  const take = async (caller: string, count: number) => {
    for (let taken = 0; taken < count; taken += 1) {
      void turns.take(caller).then((end) => {
        if (end === null) refused += 1;
        else came.push(end);
      });
    }
    await settle();
  };
  const end = async (length: number) => {
    came.shift()?.(length);
    await settle();
  };
  return { came, clock, end, refused: () => refused, take, turns };
}

test('a caller has four turns at a time, and the next when one ends', async () => {
  const { came, end, take } = createTurns();
  await take('mallory', 8);
  assert.equal(came.length, 4);
  await take('bob', 1);
  assert.equal(came.length, 5);
  await end(100);
  assert.equal(came.length, 5);
});

test('a caller whose replies are long has fewer turns, for ten seconds', async () => {
  const { came, clock, end, take } = createTurns();
  await take('mallory', 1);
  await end(1024 * 1024);
  await take('mallory', 3);
  assert.equal(came.length, 1);
  await take('bob', 2);
  assert.equal(came.length, 3);
  await end(10);
  assert.equal(came.length, 3);
  await clock.advance(10_000);
  await take('mallory', 4);
  assert.equal(came.length, 2 + 4);
});

test('a request waits for five seconds at most, and a hundred at a time', async () => {
  const { came, clock, refused, take } = createTurns();
  await take('mallory', 105);
  assert.deepEqual([came.length, refused()], [4, 1]);
  await clock.advance(5000);
  assert.deepEqual([came.length, refused()], [4, 101]);
});

test('what waits is refused by stop', async () => {
  const { clock, end, refused, take, turns } = createTurns();
  await take('mallory', 5);
  await end(1024 * 1024);
  turns.stop();
  await settle();
  assert.deepEqual([refused(), clock.timers], [1, 0]);
});
