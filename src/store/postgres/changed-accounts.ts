import Type from 'typebox';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { ChangedAccounts } from '../cluster.js';
import { checkRows } from './check-rows.js';
import type { ConnectionPool } from './connection-pool.js';

/** Of one snapshot: what is not visible in it belongs to transactions from the position on. */
const CHANGED = `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS position,
  ARRAY(SELECT user_id::text FROM user_changes WHERE changed_by >= $1::bigint) AS "ids"`;

const changedRows = validator(
  Type.Tuple([Type.Object({ position: Type.String(), ids: Type.Array(SnowflakeSchema) })]),
);

/** See `ClusterStore.changedAccounts`. */
export async function changedAccounts(
  pool: Pick<ConnectionPool, 'query'>,
  since: string | null,
): Promise<ChangedAccounts> {
  const [changed] = checkRows(changedRows, await pool.query(CHANGED, [since], 'objects'), 'user_changes');
  return changed;
}
