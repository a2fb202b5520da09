import type { Snowflake } from '../../protocol/snowflake.js';
import type { StoreError } from '../errors.js';
import type { Requirements } from './conditions.js';
import type { Write } from './writes.js';

/** A change in a batch. */
export interface BatchedChange {
  readonly writes: readonly Write[];
  readonly requirements: Requirements;
}

/** The changes of a batch that were not stored, with the reason: a requirement was not met, or a row breaks the schema. */
export type Refused<Change> = ReadonlyMap<Change, StoreError>;

/** Stores batches of changes in a database. */
export interface Committer {
  /**
   * Stores changes in one transaction, in their order.
   *
   * @returns the changes that were refused, and later changes of the same subjects
   * @throws {StoreError} if nothing was stored; {OutcomeUnknownError} if that is unknown
   */
  commit<Change extends BatchedChange>(batch: readonly Change[]): Promise<Refused<Change>>;
}

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
