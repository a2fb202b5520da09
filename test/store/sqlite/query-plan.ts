import type { Database } from '#guildhall/store/sqlite/database.js';

/** How SQLite carries out a statement, from EXPLAIN QUERY PLAN. */
export interface QueryPlan {
  readonly sql: string;
  /** tables (or their aliases in the statement) of which every row is read */
  readonly scans: readonly string[];
  /** indexes and tables that are searched, with the columns, e.g. `t USING INDEX t_by_user (user_id=?)` */
  readonly searches: readonly string[];
  /** whether rows are sorted, so that all are read before the first one is returned */
  readonly sorts: boolean;
}

export async function planOf(database: Database, sql: string): Promise<QueryPlan> {
  const rows = await database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
  const details = rows.map(({ detail }) => detail);
  const first = (pattern: RegExp) => details.flatMap((detail) => pattern.exec(detail)?.[1] ?? []);
  // Subqueries and the values of json_each are as long as what they are made of.
  const derived = new Set(first(/^(?:CO-ROUTINE|MATERIALIZE) (.+)$/));
  const scans = first(/^SCAN (?!CONSTANT ROW|.* VIRTUAL TABLE)(.+?)(?: USING .*)?$/);
  return {
    sql: sql.replace(/\s+/g, ' '),
    scans: scans.filter((name) => !derived.has(name) && !name.startsWith('(subquery')),
    searches: first(/^SEARCH (.+)$/),
    sorts: details.some((detail) => detail.startsWith('USE TEMP B-TREE FOR ORDER BY')),
  };
}
