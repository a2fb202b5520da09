import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConflictError, StoreBusyError } from '#guildhall/store/errors.js';
import { retryOnConflict } from '#guildhall/store/retry-on-conflict.js';

describe('retryOnConflict', () => {
  test('runs a task again until nothing has changed in between', async () => {
    let attempts = 0;
    const result = await retryOnConflict(async () => {
      attempts += 1;
      if (attempts < 5) throw new ConflictError('changed');
      return 'stored';
    });
    assert.deepEqual([result, attempts], ['stored', 5]);
  });

  test('gives up after a number of attempts', async () => {
    let attempts = 0;
    const task = async () => {
      attempts += 1;
      throw new ConflictError('taken');
    };
    await assert.rejects(retryOnConflict(task), ConflictError);
    assert.equal(attempts, 32);
  });

  test('does not repeat what failed for another reason', async () => {
    let attempts = 0;
    const task = async () => {
      attempts += 1;
      throw new StoreBusyError();
    };
    await assert.rejects(retryOnConflict(task), StoreBusyError);
    assert.equal(attempts, 1);
  });

  test('repeats one kind of conflict only, if asked', async () => {
    const conflicts = (['changed', 'changed', 'gone'] as const).values();
    const task = async () => {
      throw new ConflictError(conflicts.next().value ?? 'used');
    };
    await assert.rejects(retryOnConflict(task, 'changed'), { conflict: 'gone' });
  });
});
