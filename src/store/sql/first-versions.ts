import type { Snowflake } from '../../protocol/snowflake.js';
import type { BatchedChange } from './committer.js';

/** Versions of subjects, by id. */
export type Versions = ReadonlyMap<Snowflake, number>;

/**
 * The version that each subject of a batch must have before it; null if a subject is new, or if its changes are not
 * consecutive.
 */
export function firstVersions(batch: readonly BatchedChange[]): Versions | null {
  const first = new Map<Snowflake, number>();
  const current = new Map<Snowflake, number | null>();
  for (const { requirements } of batch) {
    const { id, version = null } = requirements.subject ?? {};
    if (id === undefined || version === null) continue;
    if (version.expected === null) return null;
    if (!first.has(id)) first.set(id, version.expected);
    else if (current.get(id) !== version.expected) return null;
    current.set(id, version.next);
  }
  return first;
}
