import type { Connection } from '#guildhall/store/postgres/connection.js';

/** Rows of each table: enough that an index costs less than reading all of them, where pages are on a disk without heads. */
const ROWS = 10_000;
/** Rows for each value of a column that is not a key, e.g. channels of a guild. */
const SHARE = 20;

/** Fills every empty table, without references and checks, and collects statistics. A row is as many bytes as numbers take. */
export const FILL = `SET session_replication_role = replica;
DO $$ DECLARE name text; names text; given text; checked name; BEGIN
  FOR name, checked IN SELECT conrelid::regclass, conname FROM pg_constraint
      WHERE contype = 'c' AND conrelid <> 0 AND connamespace = 'public'::regnamespace LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', name, checked);
  END LOOP;
  FOR name IN SELECT tablename FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT IN ('schema_version', 'bus_key') LOOP
    SELECT string_agg(quote_ident(attname), ', '), string_agg('(' || CASE
        WHEN typ = 'json' THEN '''[]'''
        WHEN typ = 'flag' THEN 'g % 2'
        WHEN typ = 'boolean' THEN 'g % 2 = 0'
        WHEN typ = 'uuid' THEN 'gen_random_uuid()'
        WHEN typ LIKE 'timestamp%' THEN 'now()'
        WHEN is_last_of_key THEN 'g'
        ELSE 'g / ${SHARE}' END || ')::' || typ, ', ')
      INTO names, given
      FROM (SELECT attname, attnum, format_type(atttypid, NULL) AS typ, EXISTS (
          SELECT 1 FROM pg_index WHERE indrelid = attrelid AND indisunique AND indkey[indnatts - 1] = attnum
        ) AS is_last_of_key
        FROM pg_attribute WHERE attrelid = name::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum) AS columns;
    EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM generate_series(1, ${ROWS}) AS g', name, names, given);
  END LOOP;
END $$;
ANALYZE;
SET session_replication_role = DEFAULT;
SET random_page_cost = 1.1;
SET plan_cache_mode = force_generic_plan;`;

/** A node of a plan of EXPLAIN (FORMAT JSON). */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The tables of which a statement with unknown parameters reads every row. */
export async function scannedBy(connection: Connection, sql: string): Promise<string[]> {
  const count = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const values = count === 0 ? '' : `(${Array(count).fill('NULL').join(', ')})`;
  await connection.exec(`PREPARE examined AS ${sql}`);
  try {
    const [row] = await connection.query(`EXPLAIN (FORMAT JSON) EXECUTE examined${values}`);
    const [{ Plan }] = (row as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'];
    return scansIn(Plan);
  } finally {
    await connection.exec('DEALLOCATE examined');
  }
}

function scansIn(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansIn)];
}
