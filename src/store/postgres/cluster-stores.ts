import Type from 'typebox';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type {
  ChangedAccounts,
  GuildEntry,
  GuildEntryStore,
  MovedSession,
  MovedSessionStore,
  ReplyStore,
} from '../cluster.js';
import type { EndpointRegistration, RegisteredEndpoint, VoiceEndpointStore } from '../voice-endpoints.js';
import { checkRows } from './connection.js';
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

const AFTER = `SELECT guild_id::text AS "guildId", sequence, text FROM guild_entries
  WHERE guild_id = $1::bigint AND sequence > $2::bigint ORDER BY sequence LIMIT $3::integer`;
const HEADS = `SELECT guild_id::text AS "guildId", sequence FROM guild_owners
  WHERE guild_id = ANY ($1::bigint[]) AND sequence > 0`;
const REPLY = 'SELECT reply FROM request_replies WHERE key = $1';

const entryRows = validator(
  Type.Array(Type.Object({ guildId: Type.String(), sequence: Type.Number(), text: Type.String() })),
);
const headRows = validator(Type.Array(Type.Object({ guildId: Type.String(), sequence: Type.Number() })));
const replyRows = validator(Type.Array(Type.Object({ reply: Type.String() })));

type Rows = Pick<ConnectionPool, 'query'>;

/** Entries in the table `guild_entries`, and the newest numbers in `guild_owners`. */
export class PostgresEntryStore implements GuildEntryStore {
  constructor(private readonly pool: Rows) {}

  async after(guildId: Snowflake, sequence: number, limit: number): Promise<GuildEntry[]> {
    const rows = await this.pool.query(AFTER, [guildId, sequence, limit], 'objects');
    return checkRows(entryRows, rows, 'guild_entries');
  }

  async heads(guildIds: readonly Snowflake[]): Promise<ReadonlyMap<Snowflake, number>> {
    const rows = await this.pool.query(HEADS, [guildIds], 'objects');
    const heads = checkRows(headRows, rows, 'guild_owners');
    return new Map(heads.map(({ guildId, sequence }) => [guildId, sequence]));
  }
}

/** Replies in the table `request_replies`. */
export class PostgresReplyStore implements ReplyStore {
  constructor(private readonly pool: Rows) {}

  async find(key: string): Promise<string | null> {
    const rows = await this.pool.query(REPLY, [key], 'objects');
    const [row] = checkRows(replyRows, rows, 'request_replies');
    return row?.reply ?? null;
  }
}

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
    // Repeated, it would store a session again that another node has claimed since.
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

const REGISTER =
  'SELECT register_voice_endpoint($1, $2, $3, $4, $5, $6::integer, make_interval(secs => $7::double precision / 1000))';
const LIVE =
  'SELECT id, node, link, address FROM voice_endpoints WHERE until > clock_timestamp() ORDER BY id';
const CHOOSE = 'SELECT choose_voice_endpoint($1::bigint, $2) AS id';
const CHOSEN = `SELECT channel_id::text AS "channelId", endpoint_id AS id FROM voice_channels
  WHERE channel_id = ANY ($1::bigint[]) AND endpoint_id IS NOT NULL`;
const RELEASE = 'DELETE FROM voice_endpoints WHERE node = $1';

const liveRows = validator(
  Type.Array(
    Type.Object({ id: Type.String(), node: Type.String(), link: Type.String(), address: Type.String() }),
  ),
);
const chooseRows = validator(Type.Tuple([Type.Object({ id: Type.Union([Type.String(), Type.Null()]) })]));
const chosenRows = validator(Type.Array(Type.Object({ channelId: Type.String(), id: Type.String() })));

/** Endpoints in the table `voice_endpoints`, and those of channels in `voice_channels`. */
export class PostgresVoiceEndpointStore implements VoiceEndpointStore {
  constructor(private readonly pool: Pick<ConnectionPool, 'query'>) {}

  async register(node: string, endpoints: readonly EndpointRegistration[], leaseMs: number): Promise<void> {
    for (const { address, id, link, members, region } of endpoints) {
      await this.pool.query(REGISTER, [id, node, link, address, region, members, leaseMs], 'objects');
    }
  }

  async live(): Promise<RegisteredEndpoint[]> {
    return checkRows(liveRows, await this.pool.query(LIVE, [], 'objects'), 'voice_endpoints');
  }

  async choose(channelId: Snowflake, region: string | null): Promise<string | null> {
    const rows = await this.pool.query(CHOOSE, [channelId, region], 'objects');
    const [{ id }] = checkRows(chooseRows, rows, 'choose_voice_endpoint');
    return id;
  }

  async chosen(channelIds: readonly Snowflake[]): Promise<ReadonlyMap<Snowflake, string>> {
    const rows = checkRows(
      chosenRows,
      await this.pool.query(CHOSEN, [channelIds], 'objects'),
      'voice_channels',
    );
    return new Map(rows.map(({ channelId, id }) => [channelId, id]));
  }

  async release(node: string): Promise<void> {
    await this.pool.query(RELEASE, [node], 'objects');
  }
}
