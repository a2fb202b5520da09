import type { Snowflake } from '../../protocol/snowflake.js';
import type { Conflict } from '../errors.js';
import type { Database, SqlValue } from './database.js';
import { type RowOf, TABLES, type TableName } from './tables.js';

/** A condition on the store that a change requires. */
export interface Condition {
  /** the conflict to report if it does not hold */
  readonly conflict: Conflict;
  /** selects 1 or 0 */
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * The object that a change belongs to: a guild or a private channel. Changes of one subject build on each other: when
 * one is refused, those after it are refused, too.
 */
export interface Subject {
  readonly id: Snowflake;
  /**
   * The version before and after the change; null on either side if the object does not exist. A private channel always
   * has version 1. Null as a whole if any version is accepted.
   */
  readonly version: { readonly expected: number | null; readonly next: number | null } | null;
  /** the conflict to report if the version differs; `version` if omitted */
  readonly conflict?: Conflict;
}

/** What a change requires in order to be stored. */
export interface Requirements {
  readonly subject?: Subject;
  readonly conditions?: readonly Condition[];
}

/**
 * The first of some conditions that does not hold, or null. All are one statement: a call of sqlite3 costs more than a
 * condition.
 */
export async function findUnmet(
  database: Database,
  conditions: readonly Condition[],
): Promise<Condition | null> {
  const sql = `SELECT json_array(${conditions.map((condition) => `(${condition.sql})`).join(', ')}) AS held`;
  const row = await database.first<{ held: string }>(sql, ...conditions.flatMap(({ values }) => values));
  const held: unknown = JSON.parse(row?.held ?? '[]');
  return conditions.find((_, index) => !Array.isArray(held) || held[index] !== 1) ?? null;
}

/** The stored row with the same key is equal to this one. */
export function unchanged<Name extends TableName>(
  table: Name,
  row: RowOf<Name>,
  conflict: Conflict = 'changed',
): Condition {
  return { conflict, sql: TABLES[table].isStoredSql, values: [TABLES[table].rowText(row as never)] };
}

/**
 * A query finds nothing.
 *
 * @param query only matters for whether it returns rows, e.g. `FROM users WHERE username = ?`
 */
export function absent(conflict: Conflict, query: string, ...values: SqlValue[]): Condition {
  return { conflict, sql: `SELECT NOT EXISTS (SELECT 1 ${query}) AS holds`, values };
}

/** A query finds something. */
export function present(conflict: Conflict, query: string, ...values: SqlValue[]): Condition {
  return { conflict, sql: `SELECT EXISTS (SELECT 1 ${query}) AS holds`, values };
}

/** A query finds at most this many rows. */
export function atMost(limit: number, conflict: Conflict, query: string, ...values: SqlValue[]): Condition {
  return { conflict, sql: `SELECT COUNT(*) <= ${limit} AS holds ${query}`, values };
}
