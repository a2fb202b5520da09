import type { GuildChange } from '../../guilds/changes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Fence } from '../cluster.js';
import type { Conflict } from '../errors.js';
import type { SqlValue } from './reader.js';
import type { RowValues } from './table.js';
import { type RowOf, type TableName, tableOf } from './tables.js';

/** A condition on the store that a change requires. */
export type Condition = QueryCondition | RowCondition;

/** A condition on what a query finds. */
export interface QueryCondition {
  /** the conflict to report if it does not hold */
  readonly conflict: Conflict;
  /** selects as `holds` whether it holds */
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The condition that exactly this row is stored. */
export interface RowCondition {
  readonly conflict: Conflict;
  readonly table: TableName;
  readonly row: RowValues;
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

/** A change of who is in voice. */
export type VoiceChange = Extract<GuildChange, { readonly kind: 'voice-state' | 'voice-state-removed' }>;

/** What a change requires in order to be stored. */
export interface Requirements {
  readonly subject?: Subject;
  readonly conditions?: readonly Condition[];
  /** of the subject, where several nodes share the store */
  readonly fence?: Fence;
  /** of the subject, with a fence: nodes share who is in voice */
  readonly voice?: readonly VoiceChange[];
}

/** The stored row with the same key is equal to this one. */
export function unchanged<Name extends TableName>(
  table: Name,
  row: RowOf<Name>,
  conflict: Conflict = 'changed',
): Condition {
  return { conflict, table, row: tableOf(table).valuesOf(row) };
}

/**
 * A query finds nothing.
 *
 * @param query only matters for whether it returns rows, e.g. `FROM users WHERE username = ?`
 */
export function absent(conflict: Conflict, query: string, ...values: SqlValue[]): QueryCondition {
  return { conflict, sql: `SELECT NOT EXISTS (SELECT 1 ${query}) AS holds`, values };
}

/** A query finds something. */
export function present(conflict: Conflict, query: string, ...values: SqlValue[]): QueryCondition {
  return { conflict, sql: `SELECT EXISTS (SELECT 1 ${query}) AS holds`, values };
}

/** A query finds at most this many rows. */
export function atMost(
  limit: number,
  conflict: Conflict,
  query: string,
  ...values: SqlValue[]
): QueryCondition {
  return { conflict, sql: `SELECT COUNT(*) <= ${limit} AS holds ${query}`, values };
}
