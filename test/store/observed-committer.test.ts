import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommitReport } from '#guildhall/store/commit.js';
import { CommitFailedError, ConflictError, type StoreError } from '#guildhall/store/errors.js';
import type { BatchedChange, Committer } from '#guildhall/store/sql/committer.js';
import { ObservedCommitter, observeCommits } from '#guildhall/store/sql/observed-committer.js';

const CHANGES: BatchedChange[] = [1, 2, 3].map(() => ({ writes: [], requirements: {} }));

/** What is reported of a batch that ends with these refusals, or with an error. */
async function reportOf(end: readonly StoreError[] | Error): Promise<Omit<CommitReport, 'seconds'>> {
  const reports: CommitReport[] = [];
  const committer: Committer = {
    async commit(batch) {
      if (end instanceof Error) throw end;
      return new Map(end.map((error, index) => [batch[index] ?? assert.fail(), error]));
    },
  };
  const observed = new ObservedCommitter(committer, (report) => reports.push(report));
  if (end instanceof Error) await assert.rejects(observed.commit(CHANGES), end);
  else assert.equal((await observed.commit(CHANGES)).size, end.length);
  const [{ seconds, ...report } = assert.fail('nothing was reported')] = reports;
  assert.ok(seconds >= 0 && reports.length === 1);
  return report;
}

test('a batch is reported with its changes by a previous owner of their guild', async () => {
  assert.deepEqual(await reportOf([]), { changes: 3, stale: 0, isFailed: false });
  const refused = [new ConflictError('owner'), new ConflictError('version')];
  assert.deepEqual(await reportOf(refused), { changes: 3, stale: 1, isFailed: false });
});

test('a batch that fails is reported', async () => {
  const failed = new CommitFailedError('disk full', 'FULL');
  assert.deepEqual(await reportOf(failed), { changes: 3, stale: 0, isFailed: true });
  assert.deepEqual(await reportOf(new ConflictError('owner')), { changes: 3, stale: 3, isFailed: true });
});

test('without an observer a committer is used directly', () => {
  const committer: Committer = { commit: async () => new Map() };
  assert.equal(observeCommits(committer, null), committer);
});
