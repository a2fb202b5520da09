import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReadTurns } from '#guildhall/api/rest/read-turns.js';
import { Deferred } from '#guildhall/platform/async/promises.js';

/** Turns that are never over. */
const AT_ONCE = { run: (_who: string, begin: () => void) => begin() };

/** Reads that end when the test says so. */
class HeldReads {
  readonly started: Deferred<string>[] = [];

  readonly next = (): Promise<string> => {
    const read = new Deferred<string>();
    this.started.push(read);
    return read.promise;
  };
}

test('of the reads of a caller eight wait for the store at a time, and others are not kept waiting', async () => {
  const turns = new ReadTurns(AT_ONCE);
  const reads = new HeldReads();
  const results = Array.from({ length: 20 }, () => turns.run('busy', reads.next));
  assert.equal(reads.started.length, 8);
  const others = new HeldReads();
  const other = turns.run('other', others.next);
  others.started[0]?.resolve('other');
  assert.equal(await other, 'other');
  for (let ended = 0; ended < 20; ended += 1) {
    reads.started[ended]?.resolve(`${ended}`);
    assert.equal(await results[ended], `${ended}`);
    assert.equal(reads.started.length, Math.min(20, ended + 9));
  }
});

test('a read that fails ends its turn, whether or not it waited', async () => {
  const turns = new ReadTurns(AT_ONCE);
  const fail = async () => assert.fail('damaged');
  const failing = Array.from({ length: 30 }, () => turns.run('busy', fail));
  for (const result of failing) await assert.rejects(async () => result, /damaged/);
  const reads = new HeldReads();
  void turns.run('busy', reads.next);
  assert.equal(reads.started.length, 1);
});

test('a read from memory is answered without a promise', () => {
  assert.equal(
    new ReadTurns(AT_ONCE).run('busy', () => 'known'),
    'known',
  );
});
