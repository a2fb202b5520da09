import type { Snowflake } from '../../protocol/snowflake.js';
import type { BatchedChange } from './committer.js';

/** Versions of subjects, by id; null: it does not exist. */
export type Versions = ReadonlyMap<Snowflake, number | null>;

/** The version that each subject of a batch must have before it; null if the changes of one are not consecutive. */
export function firstVersions(batch: readonly BatchedChange[]): Versions | null {
  const first = new Map<Snowflake, number | null>();
  const current = new Map<Snowflake, number | null>();
  for (const { requirements } of batch) {
    const { id, version = null } = requirements.subject ?? {};
    if (id === undefined || version === null) continue;
    if (!first.has(id)) first.set(id, version.expected);
    else if (current.get(id) !== version.expected) return null;
    current.set(id, version.next);
  }
  return first;
}
