import type { Snowflake } from '../../protocol/snowflake.js';
import type { Reader } from './reader.js';

/** The tables whose ids are created by this service. */
const TABLES = [
  'users',
  'applications',
  'guilds',
  'roles',
  'channels',
  'messages',
  'attachments',
  'emojis',
  'grants',
  'audit_log',
];

/** The newest id in a store, `0` if it has none. */
export async function selectNewestId(reader: Pick<Reader, 'all'>): Promise<Snowflake> {
  const newest = TABLES.map((table) => `SELECT MAX(id) AS id FROM ${table}`).join(' UNION ALL ');
  const rows = await reader.all<{ id: string | null }>(
    `SELECT CAST(MAX(id) AS TEXT) AS id FROM (${newest}) AS found`,
  );
  return rows[0]?.id ?? '0';
}
