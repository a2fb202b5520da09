import type { Snowflake } from '../../protocol/snowflake.js';
import type { Conflict } from '../errors.js';
import type { SqlValue } from './database.js';
import { type RowOf, TABLES, type TableName } from './tables.js';

/** Something that must be true of the store when a change is made. */
export interface Condition {
  /** what it is called in the error if it is not */
  readonly conflict: Conflict;
  /** selects `holds`, 1 or 0 */
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * What a change is of: a guild or a private channel. Changes of one subject build on each other: one that is refused takes
 * along those after it.
 */
export interface Subject {
  readonly id: Snowflake;
  /**
   * Before and after the change; null on either side: it does not exist. A private channel always has version 1. Null
   * altogether: any will do.
   */
  readonly version: { readonly expected: number | null; readonly next: number | null } | null;
  /** what it is called in the error if the version is another one; left out: `version` */
  readonly conflict?: Conflict;
}

/** What a change needs in order to be stored. */
export interface Requirements {
  readonly subject?: Subject;
  readonly conditions?: readonly Condition[];
}

/** The row with the key of this one is stored exactly so. */
export function unchanged<Name extends TableName>(
  table: Name,
  row: RowOf<Name>,
  conflict: Conflict = 'changed',
): Condition {
  const { isStoredSql, values } = TABLES[table];
  return { conflict, sql: isStoredSql, values: [JSON.stringify(values.call(TABLES[table], row as never))] };
}

/**
 * A query finds nothing.
 *
 * @param query of which only matters whether it gives rows, e.g. `FROM users WHERE username = ?`
 */
export function absent(conflict: Conflict, query: string, ...values: SqlValue[]): Condition {
  return { conflict, sql: `SELECT NOT EXISTS (SELECT 1 ${query}) AS holds`, values };
}

/** A query finds something. */
export function present(conflict: Conflict, query: string, ...values: SqlValue[]): Condition {
  return { conflict, sql: `SELECT EXISTS (SELECT 1 ${query}) AS holds`, values };
}

/** A query finds at most so many rows. */
export function atMost(limit: number, conflict: Conflict, query: string, ...values: SqlValue[]): Condition {
  return { conflict, sql: `SELECT COUNT(*) <= ${limit} AS holds ${query}`, values };
}
