import Type from 'typebox';
import { validator } from '../../protocol/schema.js';
import { checkRows } from './check-rows.js';
import type { ConnectionPool } from './connection-pool.js';

const IDENTITY = `SELECT system_identifier || '-' || oid AS identity FROM pg_control_system(), pg_database
  WHERE datname = current_database()`;

const identityRows = validator(
  Type.Array(Type.Object({ identity: Type.String({ pattern: '^[0-9]+-[0-9]+$' }) }), {
    minItems: 1,
    maxItems: 1,
  }),
);

const keyRows = validator(
  Type.Array(Type.Object({ key: Type.String({ pattern: '^[0-9a-f]{64}$' }) }), { minItems: 1, maxItems: 1 }),
);

/** See `ClusterStore.busKey`. */
export async function busKey(pool: Pick<ConnectionPool, 'query'>): Promise<Uint8Array> {
  const rows = await pool.query("SELECT encode(key, 'hex') AS key FROM bus_key", [], 'objects');
  return Buffer.from(checkRows(keyRows, rows, 'bus_key')[0]?.key ?? '', 'hex');
}

/** See `ClusterStore.identity`: the identifier of the server's data directory, and the oid of the database in it. */
export async function databaseIdentity(pool: Pick<ConnectionPool, 'query'>): Promise<string> {
  const [row] = checkRows(identityRows, await pool.query(IDENTITY, [], 'objects'), 'pg_database');
  return row?.identity ?? '';
}
