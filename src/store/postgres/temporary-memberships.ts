import Type from 'typebox';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { TemporaryMembership } from '../cluster.js';
import { checkRows } from './check-rows.js';
import type { ConnectionPool } from './connection-pool.js';

const MEMBERSHIPS = `SELECT guild_id::text AS "guildId", user_id::text AS "userId" FROM temporary_members
  WHERE user_id = ANY ($1::bigint[])`;

/** By the primary key. */
const SOME = `SELECT guild_id::text AS "guildId", user_id::text AS "userId" FROM temporary_members
  WHERE (guild_id, user_id) > ($1::bigint, $2::bigint) ORDER BY temporary_members.guild_id, temporary_members.user_id LIMIT $3`;

const membershipRows = validator(
  Type.Array(Type.Object({ guildId: SnowflakeSchema, userId: SnowflakeSchema })),
);

/** See `ClusterStore.temporaryMemberships`. */
export async function temporaryMemberships(
  pool: Pick<ConnectionPool, 'query'>,
  userIds: readonly Snowflake[],
): Promise<TemporaryMembership[]> {
  return checkRows(membershipRows, await pool.query(MEMBERSHIPS, [userIds], 'objects'), 'temporary_members');
}

/** See `ClusterStore.someTemporaryMemberships`. */
export async function someTemporaryMemberships(
  pool: Pick<ConnectionPool, 'query'>,
  last: TemporaryMembership | null,
  limit: number,
): Promise<TemporaryMembership[]> {
  const parameters = [last?.guildId ?? '0', last?.userId ?? '0', limit];
  return checkRows(membershipRows, await pool.query(SOME, parameters, 'objects'), 'temporary_members');
}
