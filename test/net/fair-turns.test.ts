import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairTurns } from '#guildhall/net/fair-turns.js';

/** Tasks that end when they are told to, in the order in which they started. */
class Tasks {
  readonly started: string[] = [];
  readonly #ends: (() => void)[] = [];

  task(name: string): () => Promise<string> {
    return async () => {
      this.started.push(name);
      await new Promise<void>((resolve) => this.#ends.push(resolve));
      return name;
    };
  }

  async endOne(): Promise<void> {
    this.#ends.shift()?.();
    await settled();
  }
}

/** Everything that can continue without a task's end has continued. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('FairTurns limits concurrent tasks and runs the others in order', async () => {
  const turns = new FairTurns(2);
  const tasks = new Tasks();
  const results = ['a', 'b', 'c', 'd'].map((peer) => turns.run(peer, tasks.task(peer)));
  await settled();
  assert.deepEqual(tasks.started, ['a', 'b']);
  await tasks.endOne();
  assert.deepEqual(tasks.started, ['a', 'b', 'c']);
  await tasks.endOne();
  assert.deepEqual(tasks.started, ['a', 'b', 'c', 'd']);
  await tasks.endOne();
  await tasks.endOne();
  assert.deepEqual(await Promise.all(results), ['a', 'b', 'c', 'd']);
});

test('a peer with many tasks delays another peer by one task', async () => {
  const turns = new FairTurns(1);
  const tasks = new Tasks();
  for (let time = 0; time < 50; time += 1) void turns.run('greedy', tasks.task('greedy'));
  await settled();
  const served = turns.run('other', tasks.task('other'));
  await settled();
  await tasks.endOne();
  assert.deepEqual(tasks.started, ['greedy', 'other']);
  await tasks.endOne();
  assert.equal(await served, 'other');
});

test('a failed task releases its turn', async () => {
  const turns = new FairTurns(1);
  const failed = turns.run('a', () => Promise.reject(new RangeError('no')));
  const next = turns.run('a', async () => 'next');
  await assert.rejects(failed, RangeError);
  assert.equal(await next, 'next');
  assert.equal(await turns.run('b', async () => 'last'), 'last');
});

test('a group has its share of the turns, and groups are served in turn', async () => {
  const turns = new FairTurns(3, 2);
  const tasks = new Tasks();
  const run = (group: string, peer: string) => turns.run(peer, tasks.task(`${group} ${peer}`), group);
  const results = ['1', '2', '3', '4', '5'].map((peer) => run('large', peer));
  await settled();
  assert.deepEqual(tasks.started, ['large 1', 'large 2']);
  results.push(run('small', '6'), run('small', '7'));
  await settled();
  assert.deepEqual(tasks.started, ['large 1', 'large 2', 'small 6']);
  for (let ended = 0; ended < results.length; ended += 1) await tasks.endOne();
  await Promise.all(results);
  assert.deepEqual(tasks.started.slice(3), ['large 3', 'small 7', 'large 4', 'large 5']);
});
