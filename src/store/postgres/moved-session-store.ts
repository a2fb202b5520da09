import Type from 'typebox';
import { validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { MovedSession, MovedSessionStore } from '../cluster.js';
import { checkRows } from './check-rows.js';
import type { ConnectionPool } from './connection-pool.js';

const PUT = `INSERT INTO moved_sessions (id, user_id, text, stored_at, until)
  SELECT id, user_id, text, $5::timestamptz, $5::timestamptz + make_interval(secs => $4::double precision / 1000)
    FROM unnest($1::text[], $2::bigint[], $3::text[]) AS given (id, user_id, text)
  ON CONFLICT (id) DO UPDATE SET text = EXCLUDED.text, stored_at = EXCLUDED.stored_at, until = EXCLUDED.until`;
const CLAIM = `DELETE FROM moved_sessions WHERE id = $1 AND user_id = $2::bigint AND until > clock_timestamp()
  RETURNING text, extract(epoch FROM clock_timestamp() - stored_at)::double precision * 1000 AS "ageMs"`;

const NOW = 'SELECT clock_timestamp()::text AS now';

const nowRows = validator(Type.Tuple([Type.Object({ now: Type.String() })]));
const claimedRows = validator(
  Type.Array(Type.Object({ text: Type.String(), ageMs: Type.Number() }), { maxItems: 1 }),
);

/** Sessions in the table `moved_sessions`. */
export class PostgresMovedSessionStore implements MovedSessionStore {
  constructor(private readonly pool: Pick<ConnectionPool, 'query' | 'queryOnce'>) {}

  async now(): Promise<string> {
    const [{ now }] = checkRows(nowRows, await this.pool.query(NOW, [], 'objects'), 'clock_timestamp');
    return now;
  }

  async put(
    sessions: readonly MovedSession[],
    { endedAt, lifetimeMs }: { readonly endedAt: string; readonly lifetimeMs: number },
  ): Promise<void> {
    const columns = [
      sessions.map(({ id }) => id),
      sessions.map(({ userId }) => userId),
      sessions.map(({ text }) => text),
    ];
    // Repeated, it would store a session again that another node has claimed meanwhile.
    await this.pool.queryOnce(PUT, [...columns, lifetimeMs, endedAt], 'objects');
  }

  async claim(id: string, userId: Snowflake): Promise<{ text: string; ageMs: number } | null> {
    // Repeated, it finds nothing, and the client begins another session.
    const [row] = checkRows(
      claimedRows,
      await this.pool.query(CLAIM, [id, userId], 'objects'),
      'moved_sessions',
    );
    return row ?? null;
  }
}
