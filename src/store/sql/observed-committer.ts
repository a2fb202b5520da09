import type { ObserveCommits } from '../commit.js';
import { ConflictError } from '../errors.js';
import type { BatchedChange, Committer, Refused } from './committer.js';

/** Reports what another committer does. */
export class ObservedCommitter implements Committer {
  constructor(
    private readonly committer: Committer,
    private readonly observe: ObserveCommits,
  ) {}

  async commit<Change extends BatchedChange>(batch: readonly Change[]): Promise<Refused<Change>> {
    const start = performance.now();
    const report = (stale: number, isFailed: boolean) =>
      this.observe({ changes: batch.length, stale, isFailed, seconds: (performance.now() - start) / 1000 });
    try {
      const refused = await this.committer.commit(batch);
      report([...refused.values()].filter(isStale).length, false);
      return refused;
    } catch (error) {
      report(isStale(error) ? batch.length : 0, true);
      throw error;
    }
  }
}

/** A committer that reports each batch. @param observe null: the committer itself is returned */
export function observeCommits(committer: Committer, observe: ObserveCommits | null): Committer {
  return observe === null ? committer : new ObservedCommitter(committer, observe);
}

function isStale(error: unknown): boolean {
  return error instanceof ConflictError && error.conflict === 'owner';
}
