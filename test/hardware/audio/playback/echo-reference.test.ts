import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EchoReference } from '#guildhall/hardware/audio/playback/echo-reference.js';

/** A reference whose blocks are numbered from 1 on. */
class NumberedReference {
  readonly #reference = new EchoReference();
  #pushed = 0;

  push(count: number): void {
    for (let done = 0; done < count; done += 1) {
      this.#pushed += 1;
      this.#reference.push(new Int16Array(960).fill(this.#pushed));
    }
  }

  /** The numbers of the next blocks; null for those that are missing. */
  take(count: number): (number | null)[] {
    return Array.from({ length: count }, () => this.#reference.take()?.[0] ?? null);
  }

  clear(): void {
    this.#reference.clear();
  }
}

/** One that has begun: the next block is 6, and three are there. */
function begun(): NumberedReference {
  const reference = new NumberedReference();
  reference.push(5);
  assert.deepEqual(reference.take(3), [3, 4, 5]);
  reference.push(3);
  return reference;
}

test('blocks are taken when three are there, without those that were requested at once before', () => {
  const reference = new NumberedReference();
  reference.push(2);
  assert.deepEqual(reference.take(1), [null]);
  reference.push(6);
  assert.deepEqual(reference.take(3), [6, 7, 8]);
});

test('the distance stays the same when recording is held up', () => {
  const reference = begun();
  reference.push(15);
  assert.deepEqual(reference.take(15), [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
});

test('the distance stays the same when playing is held up', () => {
  const reference = begun();
  assert.deepEqual(reference.take(6), [6, 7, 8, null, null, null]);
  // Of what comes late the first three would be for blocks that were recorded before.
  reference.push(6);
  assert.deepEqual(reference.take(3), [12, 13, 14]);
});

test('after a tenth of a second without a block it starts over', () => {
  const reference = begun();
  assert.deepEqual(reference.take(3), [6, 7, 8]);
  assert.deepEqual(reference.take(10), Array(10).fill(null));
  reference.push(2);
  assert.deepEqual(reference.take(1), [null]);
  reference.push(1);
  assert.deepEqual(reference.take(1), [9]);
});

test('an input that is slower than the output makes it leave out blocks, once in a while', () => {
  const reference = begun();
  reference.push(3);
  const taken: (number | null)[] = [];
  for (let block = 0; block < 250; block += 1) {
    taken.push(...reference.take(1));
    reference.push(1);
  }
  const steps = taken.slice(1).map((number, at) => (number ?? 0) - (taken[at] ?? 0));
  assert.deepEqual(new Set(steps), new Set([1, 4]));
  assert.equal(steps.filter((step) => step === 4).length, 1);
});

test('few blocks are kept while none is taken', () => {
  const reference = begun();
  reference.push(1000);
  const [first] = reference.take(1);
  assert.ok((first ?? 0) > 1000, `block ${first}`);
  reference.clear();
  assert.deepEqual(reference.take(1), [null]);
});
