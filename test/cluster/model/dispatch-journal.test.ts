import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DispatchJournal } from './dispatch-journal.js';

const from = (guildId: string, sequence: number) => ({ guildId, sequence });

/** READY, two events of guild 1, one that comes from no entry, and one of guild 2. */
function createJournal(most: number): DispatchJournal {
  const journal = new DispatchJournal(most);
  for (const each of [null, from('1', 7), from('1', 8), null, from('2', 3)]) journal.dispatched(each);
  return journal;
}

test('the positions after each event are those of the entries it and the events before came from', () => {
  const journal = createJournal(10);
  assert.equal(journal.last, 5);
  assert.deepEqual([...(journal.positionsAt(0) ?? [])], []);
  assert.deepEqual([...(journal.positionsAt(2) ?? [])], [['1', 7]]);
  assert.deepEqual([...(journal.positionsAt(4) ?? [])], [['1', 8]]);
  assert.deepEqual(
    journal.positionsAt(5),
    new Map([
      ['1', 8],
      ['2', 3],
    ]),
  );
});

test('positions before the kept events, and after the newest one, are unknown', () => {
  const journal = createJournal(2);
  assert.equal(journal.positionsAt(2), null);
  assert.deepEqual(journal.positionsAt(3), new Map([['1', 8]]));
  assert.equal(journal.positionsAt(6), null);
});

test('a journal that was stored continues where it was', () => {
  const stored = JSON.parse(JSON.stringify(createJournal(2).toRecord()));
  const journal = new DispatchJournal(2, stored);
  journal.dispatched(from('2', 4));
  assert.equal(journal.last, 6);
  assert.deepEqual(
    journal.positionsAt(6),
    new Map([
      ['1', 8],
      ['2', 4],
    ]),
  );
});
