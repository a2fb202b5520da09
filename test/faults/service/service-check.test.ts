import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isComplete, storedKeys } from './service-check.js';

const STORED = ['r-1-z', 'm-2-z', 'r-3-z', 'm-4-z', 'c-5-z'];

/** What a session has: the state of its GUILD_CREATE, and its events. */
function session(created: string[], received: string[], before: string[] = []) {
  return { created, received, before: new Set(before) };
}

test('an entry may name earlier changes besides its own', () => {
  const entries = ['no change', '{"name":"r-1-z"}', '{"name":"r-1-z","content":"m-2-z"}'];
  assert.deepEqual(storedKeys(entries), ['r-1-z', 'm-2-z']);
});

test('an entry that repeats a change is found', () => {
  assert.throws(() => storedKeys(['r-1-z', 'r-3-z', 'r-1-z']), /not exactly one change/);
});

test('a session has the changes of GUILD_CREATE and all later ones', () => {
  assert.equal(isComplete(session(['r-1-z'], ['m-2-z', 'r-3-z', 'm-4-z', 'c-5-z']), STORED), true);
  assert.equal(isComplete(session(['c-5-z', 'r-3-z'], []), STORED), true);
});

test('events may arrive later', () => {
  assert.equal(isComplete(session(['r-1-z'], ['m-2-z', 'r-3-z']), STORED), false);
  assert.equal(isComplete(session(['r-3-z'], []), STORED), false);
});

for (const [title, received] of [
  ['missing', ['m-2-z', 'm-4-z']],
  ['repeated', ['m-2-z', 'm-2-z']],
  ['out of order', ['r-3-z', 'm-2-z']],
] as const) {
  test(`an event that is ${title} is found`, () => {
    assert.throws(
      () => isComplete(session(['r-1-z'], [...received]), STORED),
      /an event other than the next one/,
    );
  });
}

test('an event that is missing after GUILD_CREATE is found', () => {
  assert.throws(() => isComplete(session(['r-1-z'], ['m-4-z', 'c-5-z']), STORED), /do not fit together/);
});

test('a GUILD_CREATE without a change that was acknowledged before is found', () => {
  const late = session(['r-1-z'], ['m-2-z', 'r-3-z', 'm-4-z', 'c-5-z'], ['r-3-z']);
  assert.throws(() => isComplete(late, STORED), /acknowledged before GUILD_CREATE/);
});
