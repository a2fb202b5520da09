import type { Snowflake } from '../../protocol/snowflake.js';
import { StoreError } from '../errors.js';
import type { PostgresValue } from './table-statements.js';

/** The largest id that a column can have; no object ever has it. Ids that clients send may be larger. */
const LARGEST = 9_223_372_036_854_775_807n;

/** The SQLSTATE of a number that does not fit into its column. */
const OUT_OF_RANGE = '22003';

export function isStorableId(id: Snowflake): boolean {
  return BigInt(id) <= LARGEST;
}

/** Whether a statement failed because an id that it was given is too large. */
export function isTooLargeId(error: unknown): boolean {
  return error instanceof StoreError && error.code === OUT_OF_RANGE;
}

/**
 * The values of a statement with the largest possible id in place of larger ones, also in JSON lists: it finds the same
 * rows, because all ids in the database are lower.
 */
export function limitIds(values: readonly PostgresValue[]): PostgresValue[] {
  return values.map((value) =>
    typeof value === 'string' ? value.replaceAll(/(?<=^|")[0-9]{19,}(?="|$)/g, limitId) : value,
  );
}

function limitId(id: Snowflake): Snowflake {
  return isStorableId(id) ? id : LARGEST.toString();
}
