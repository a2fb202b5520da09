import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionSeats } from '#guildhall/net/connection-seats.js';

/** Seats whose evicted occupants are listed. */
function seatsWith(bounds: { total: number; perGroup?: number; perGroupNames?: number }) {
  const evicted: string[] = [];
  const seats = new ConnectionSeats<string>({ ...bounds, evict: (occupant) => evicted.push(occupant) });
  return { seats, evicted };
}

test('a newcomer takes the seat of the longest inactive occupant of the largest group', () => {
  const { seats, evicted } = seatsWith({ total: 4 });
  seats.take('honest', ['game']);
  for (const name of ['a', 'b', 'c']) seats.take(name, ['attacker']);
  seats.touch('a');
  seats.take('newcomer', ['overlay']);
  assert.deepEqual(evicted, ['b']);
  assert.equal(seats.taken, 4);
  seats.take('d', ['attacker']);
  assert.deepEqual(evicted, ['b', 'c']);
  assert.ok(seats.has('honest') && seats.has('newcomer'));
});

test('within the largest group, the largest subgroup loses a seat', () => {
  const { seats, evicted } = seatsWith({ total: 100, perGroup: 3 });
  seats.take('honest', ['game', 'process 1']);
  seats.take('first', ['game', 'process 2']);
  seats.take('second', ['game', 'process 2']);
  seats.take('elsewhere', ['other game', 'process 2']);
  seats.take('third', ['game', 'process 2']);
  assert.deepEqual(evicted, ['first']);
  assert.equal(seats.taken, 4);
});

test('among equally large groups, the least recently active one loses a seat, never the newcomer', () => {
  const { seats, evicted } = seatsWith({ total: 3 });
  for (const name of ['a', 'b', 'c']) seats.take(name, [`process of ${name}`]);
  seats.touch('a');
  seats.take('d', ['process of d']);
  assert.deepEqual(evicted, ['b']);
  seats.take('e', ['process of e']);
  assert.deepEqual(evicted, ['b', 'c']);
});

test('who is kept is displaced last, of several the newest, and a newcomer always gets a seat', () => {
  const { seats, evicted } = seatsWith({ total: 4 });
  for (const name of ['game', 'idle', 'a', 'b']) seats.take(name, [`process of ${name}`]);
  seats.keep('game');
  for (const name of ['a', 'b', 'c', 'd']) {
    seats.take(name, [`process of ${name}`]);
    seats.keep(name);
    seats.touch(name);
  }
  assert.deepEqual(evicted, ['idle', 'c']);
  seats.take('newcomer', ['process of newcomer']);
  seats.take('next', ['process of next']);
  assert.deepEqual(evicted.slice(2), ['d', 'newcomer']);
  assert.ok(seats.has('game'));
});

test('the bound of a group may count narrower groups', () => {
  const { seats, evicted } = seatsWith({ total: 100, perGroup: 2, perGroupNames: 2 });
  for (const name of ['a', 'b', 'c']) seats.take(name, ['group', 'process 1']);
  for (const name of ['d', 'e']) seats.take(name, ['group', 'process 2']);
  assert.deepEqual(evicted, ['a']);
});

test('an occupant has one seat after moving to another owner, and none after its release', () => {
  const { seats, evicted } = seatsWith({ total: 2 });
  seats.take('a', ['unknown']);
  seats.take('a', ['process 1']);
  assert.equal(seats.taken, 1);
  seats.release('a');
  seats.release('a');
  seats.touch('a');
  assert.equal(seats.taken, 0);
  assert.deepEqual([...seats.occupants()], []);
  assert.deepEqual(evicted, []);
});

test('many newcomers never exceed the number of seats', () => {
  const { seats, evicted } = seatsWith({ total: 16, perGroup: 8 });
  for (let count = 0; count < 100_000; count += 1) {
    seats.take(String(count), [`application ${count % 3}`, `process ${count % 1000}`]);
  }
  assert.equal(seats.taken, 16);
  assert.equal([...seats.occupants()].length, 16);
  assert.equal(evicted.length, 100_000 - 16);
});

test('tryTake refuses a newcomer if its own group would lose a seat', () => {
  const { seats, evicted } = seatsWith({ total: 4, perGroup: 3 });
  for (const name of ['a', 'b', 'c']) assert.equal(seats.tryTake(name, ['hog']), true);
  assert.equal(seats.tryTake('d', ['hog']), false);
  assert.equal(seats.tryTake('first', ['game']), true);
  assert.equal(seats.tryTake('second', ['game']), true);
  assert.deepEqual(evicted, ['a']);
  assert.equal(seats.tryTake('third', ['game']), false);
  assert.equal(seats.tryTake('other', ['overlay']), true);
  assert.deepEqual(evicted, ['a', 'b']);
});
