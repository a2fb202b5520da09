import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ConflictTurns } from '#guildhall/store/conflict-turns.js';
import { ConflictError } from '#guildhall/store/errors.js';

/** A value that is replaced as it was read, as the store does it. */
class Cell {
  version = 0;
  conflicts = 0;

  async increment(): Promise<number> {
    const { version } = this;
    await setImmediate();
    if (this.version !== version) {
      this.conflicts += 1;
      throw new ConflictError('changed');
    }
    this.version += 1;
    return this.version;
  }
}

describe('Conflict turns', () => {
  test('let a hundred competitors succeed, one after the other once two have conflicted', async () => {
    const turns = new ConflictTurns(() => 0);
    const cell = new Cell();
    await Promise.all(Array.from({ length: 100 }, () => turns.run('account 1', () => cell.increment())));
    assert.equal(cell.version, 100);
    // The first one succeeds, each other one conflicts once, and then takes its turn.
    assert.equal(cell.conflicts, 99);
    await Promise.all(Array.from({ length: 100 }, () => turns.run('account 1', () => cell.increment())));
    assert.equal(cell.conflicts, 99);
  });

  test('let a task through although others of its key never stop', async () => {
    const turns = new ConflictTurns(() => 0);
    const cell = new Cell();
    let isOver = false;
    const others = Array.from({ length: 40 }, async () => {
      while (!isOver) await turns.run('account 1', () => cell.increment());
    });
    for (let count = 0; count < 10; count += 1) await turns.run('account 1', () => cell.increment());
    isOver = true;
    await Promise.all(others);
    assert.ok(cell.conflicts < 100, `${cell.conflicts} conflicts`);
  });

  test('end ten seconds after the last conflict, and are those of one key', async () => {
    let now = 0;
    const turns = new ConflictTurns(() => now);
    const running = new Set<string>();
    let started = 0;
    let together = 0;
    const task = (key: string) => async () => {
      if ([...running].some((other) => other.startsWith(key))) together += 1;
      started += 1;
      const name = `${key} ${started}`;
      running.add(name);
      await setImmediate();
      running.delete(name);
    };
    const cell = new Cell();
    await Promise.all([
      turns.run('account 2', () => cell.increment()),
      turns.run('account 2', () => cell.increment()),
    ]);
    await Promise.all([turns.run('account 2', task('a')), turns.run('account 2', task('a'))]);
    assert.equal(together, 0);
    await Promise.all([turns.run('account 3', task('b')), turns.run('account 3', task('b'))]);
    assert.equal(together, 1);
    now = 10_000;
    await Promise.all([turns.run('account 2', task('a')), turns.run('account 2', task('a'))]);
    assert.equal(together, 2);
  });

  test('pass on errors that are not conflicts', async () => {
    const turns = new ConflictTurns(() => 0);
    const fail = () => Promise.reject(new RangeError('no'));
    await assert.rejects(turns.run('account 2', fail), RangeError);
  });
});
