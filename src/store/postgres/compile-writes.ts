import type { Conflict } from '../errors.js';
import type { Condition, Subject } from '../sql/conditions.js';
import { groupWrites, SWEEPS, type Write, type WriteGroup } from '../sql/writes.js';
import { type PostgresValue, STATEMENTS, toPostgres } from './table-statements.js';

/** A statement of a transaction. */
export interface BoundStatement {
  readonly text: string;
  readonly values: readonly PostgresValue[];
  /** the conflict to report if it raises `REQUIREMENT_NOT_MET` */
  readonly conflict?: Conflict;
}

/** The SQLSTATE with which `require` ends a transaction; see the first step of the schema. */
export const REQUIREMENT_NOT_MET = 'GH001';

/** Requires of pairs of id and version that each guild or private channel has this version; null: it does not exist. */
const REQUIRE_VERSIONS = `SELECT require(NOT EXISTS (
  SELECT 1 FROM unnest($1::bigint[], $2::bigint[]) AS expected(id, version)
  WHERE expected.version IS DISTINCT FROM coalesce(
    (SELECT stored.version FROM guilds AS stored WHERE stored.id = expected.id),
    (SELECT 1 FROM private_channels AS stored WHERE stored.id = expected.id))))`;

/** Compiles changes into as few statements as possible with the same effect. */
export function compileWrites(writes: Iterable<Write>): BoundStatement[] {
  return groupWrites(writes).map(compileGroup);
}

/** A statement that raises `REQUIREMENT_NOT_MET` unless each subject has the version that is expected of it. */
export function requireVersions(
  expected: ReadonlyMap<Subject['id'], number | null>,
  conflict: Conflict = 'version',
): BoundStatement {
  return { text: REQUIRE_VERSIONS, values: [[...expected.keys()], [...expected.values()]], conflict };
}

/** A statement that raises `REQUIREMENT_NOT_MET` unless a condition holds. */
export function requireCondition(condition: Condition): BoundStatement {
  const { conflict } = condition;
  if ('sql' in condition) {
    return { text: `SELECT require((${toPostgres(condition.sql)}))`, values: condition.values, conflict };
  }
  const statements = STATEMENTS[condition.table];
  return {
    text: `SELECT require((${statements.isStoredSql}))`,
    values: statements.valuesOf(condition.row),
    conflict,
  };
}

function compileGroup(group: WriteGroup): BoundStatement {
  switch (group.kind) {
    case 'put':
    case 'update': {
      const statements = STATEMENTS[group.table];
      const text = group.kind === 'put' ? statements.putSql : statements.updateSql;
      return { text, values: statements.columnsOf(group.rows) };
    }
    case 'remove': {
      const statements = STATEMENTS[group.table];
      return { text: statements.removeSql, values: statements.keyColumnsOf(group.keys) };
    }
    case 'sweep':
      return { text: toPostgres(SWEEPS[group.sweep]), values: [group.value] };
  }
}
