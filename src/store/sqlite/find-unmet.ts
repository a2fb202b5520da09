import type { Condition } from '../sql/conditions.js';
import type { SqlValue } from '../sql/reader.js';
import type { Database } from './database.js';
import { STATEMENTS } from './table-statements.js';

/**
 * The first of some conditions that does not hold, or null. All are one statement: a call of sqlite3 costs more than a
 * condition.
 */
export async function findUnmet(
  database: Database,
  conditions: readonly Condition[],
): Promise<Condition | null> {
  const bound = conditions.map(bind);
  const sql = `SELECT json_array(${bound.map((condition) => `(${condition.sql})`).join(', ')}) AS held`;
  const row = await database.first<{ held: string }>(sql, ...bound.flatMap(({ values }) => values));
  const held: unknown = JSON.parse(row?.held ?? '[]');
  return conditions.find((_, index) => !Array.isArray(held) || held[index] !== 1) ?? null;
}

function bind(condition: Condition): { readonly sql: string; readonly values: readonly SqlValue[] } {
  if ('sql' in condition) return condition;
  const statements = STATEMENTS[condition.table];
  return { sql: statements.isStoredSql, values: [JSON.stringify(condition.row)] };
}
