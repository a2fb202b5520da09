import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { CallTurns } from '#guildhall/api/rest/call-turns.js';
import { Deferred } from '#guildhall/platform/async/promises.js';

/** Turns that are never over. */
const AT_ONCE = { run: (_request: IncomingMessage, begin: () => void) => begin() };

/** A request with a token. */
function withToken(authorization: string): IncomingMessage {
  return { headers: { authorization } } as unknown as IncomingMessage;
}

const createTurns = () => new CallTurns(8, AT_ONCE);

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
  const turns = createTurns();
  const reads = new HeldReads();
  const results = Array.from({ length: 20 }, () => turns.run('busy', withToken('a'), reads.next));
  assert.equal(reads.started.length, 8);
  const others = new HeldReads();
  const other = turns.run('other', withToken('a'), others.next);
  others.started[0]?.resolve('other');
  assert.equal(await other, 'other');
  for (let ended = 0; ended < 20; ended += 1) {
    reads.started[ended]?.resolve(`${ended}`);
    assert.equal(await results[ended], `${ended}`);
    assert.equal(reads.started.length, Math.min(20, ended + 9));
  }
});

test('the tokens of a user share the reads that wait for the store, and those that wait begin of one after the other', async () => {
  const turns = createTurns();
  const reads = new HeldReads();
  const order: string[] = [];
  for (let count = 0; count < 8; count += 1) void turns.run('busy', withToken(`${count}`), reads.next);
  const results = ['a', 'a', 'a', 'b'].map((token) =>
    turns.run('busy', withToken(token), async () => order.push(token)),
  );
  assert.deepEqual(order, []);
  reads.started[0]?.resolve('ended');
  await Promise.all(results);
  assert.deepEqual(order, ['a', 'b', 'a', 'a']);
});

test('a read that fails ends its turn, whether or not it waited', async () => {
  const turns = createTurns();
  const fail = async () => assert.fail('damaged');
  const failing = Array.from({ length: 30 }, () => turns.run('busy', withToken('a'), fail));
  for (const result of failing) await assert.rejects(async () => result, /damaged/);
  const reads = new HeldReads();
  void turns.run('busy', withToken('a'), reads.next);
  assert.equal(reads.started.length, 1);
});

test('a read from memory is answered without a promise', () => {
  assert.equal(
    createTurns().run('busy', withToken('a'), () => 'known'),
    'known',
  );
});
