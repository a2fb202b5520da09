import Type from 'typebox';
import { validator } from '../../protocol/schema.js';
import { type Connection, checkRows, isConnectionLost } from './connection.js';
import { NOTICE_LOST_CLIENTS } from './database-lock.js';

/** How many rows one statement removes at most, so that each is short and none is repeated needlessly. */
const SLICE = 5_000;

/** Of the advisory lock under which one node at a time removes rows. */
const TRY_LOCK = 'SELECT pg_try_advisory_lock(1735748711, 2) AS "isTaken"';

/** A table whose rows expire, and the condition. */
interface Expiry {
  readonly table: string;
  /** the time by which rows are found, in order; after `isExpired` is false for one it is for all later ones */
  readonly time: string;
  readonly isExpired: string;
}

const EXPIRIES: readonly Expiry[] = [
  { table: 'guild_entries', time: 'stored_at', isExpired: "stored_at < now() - interval '10 minutes'" },
  { table: 'request_replies', time: 'stored_at', isExpired: "stored_at < now() - interval '5 minutes'" },
  { table: 'moved_sessions', time: 'until', isExpired: 'until < now()' },
  // Until then its node's number is not allotted again.
  { table: 'node_leases', time: 'until', isExpired: "until < now() - interval '1 hour'" },
];

/** Owners of guilds that do not exist, after a key. Not while an entry is left: it says when the guild was deleted. */
const OWNERS = `WITH looked AS MATERIALIZED (SELECT guild_id, taken_at FROM guild_owners
    WHERE guild_id > $1::bigint ORDER BY guild_id LIMIT $2::integer),
  removed AS (DELETE FROM guild_owners USING looked
    WHERE guild_owners.guild_id = looked.guild_id AND looked.taken_at < now() - interval '1 hour'
    AND NOT EXISTS (SELECT 1 FROM guilds WHERE id = looked.guild_id)
    AND NOT EXISTS (SELECT 1 FROM guild_entries WHERE guild_entries.guild_id = looked.guild_id))
  SELECT count(*)::integer AS count, max(guild_id)::text AS last FROM looked`;

const lockRows = validator(Type.Tuple([Type.Object({ isTaken: Type.Boolean() })]));
const sliceRows = validator(
  Type.Tuple([Type.Object({ count: Type.Number(), last: Type.Union([Type.String(), Type.Null()]) })]),
);

/**
 * Removes rows whose time has ended, in slices that are separate transactions, over a connection that nothing else
 * uses: neither does a statement wait behind it, nor is what was removed lost if a later slice fails.
 */
export class ExpiredRows {
  #connection: Connection | null = null;
  #isRunning = false;
  #isClosed = false;

  /** @param slice how many rows one statement removes at most */
  constructor(
    private readonly open: () => Promise<Connection>,
    private readonly slice = SLICE,
  ) {}

  /**
   * See `ClusterStore.removeExpired`. Does nothing if another node does it at this moment.
   *
   * @throws {StoreError} rows of some table could not be removed; those of the others were
   */
  async remove(): Promise<void> {
    if (this.#isClosed || this.#isRunning) return;
    this.#isRunning = true;
    try {
      await this.#removeOver(await this.open());
    } finally {
      this.#isRunning = false;
    }
  }

  /** Ends what is in progress; what was not removed stays for another time. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connection?.close();
  }

  async #removeOver(connection: Connection): Promise<void> {
    this.#connection = connection;
    try {
      await connection.query(NOTICE_LOST_CLIENTS);
      const [{ isTaken }] = checkRows(lockRows, await connection.query(TRY_LOCK), 'pg_try_advisory_lock');
      if (isTaken) await this.#removeAll(connection);
    } finally {
      this.#connection = null;
      // Also ends the lock.
      await connection.close();
    }
  }

  async #removeAll(connection: Connection): Promise<void> {
    const tasks = [
      ...EXPIRIES.map((expiry) => () => this.#removeSlices(connection, removalOf(expiry), '-infinity')),
      () => this.#removeSlices(connection, OWNERS, '-1'),
    ];
    let failure: unknown = null;
    for (const task of tasks) {
      try {
        await task();
      } catch (error) {
        failure ??= error;
        if (isConnectionLost(error)) break;
      }
    }
    if (failure !== null && !this.#isClosed) throw failure;
  }

  /** @param first before the first row, in the order of the statement */
  async #removeSlices(connection: Connection, text: string, first: string): Promise<void> {
    let last: string | null = first;
    let count = this.slice;
    while (count === this.slice && last !== null && !this.#isClosed) {
      const rows = await connection.query(text, [last, this.slice]);
      [{ count, last }] = checkRows(sliceRows, rows, 'removed rows');
    }
  }
}

/**
 * Removes the oldest rows. The next slice begins at the time of the last row that was removed, because an index has the rows
 * before it until they are vacuumed. Sessions and leases have none by time: there are few of them.
 */
function removalOf({ table, time, isExpired }: Expiry): string {
  return `WITH removed AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table}
      WHERE ${time} >= $1::timestamptz AND ${isExpired} ORDER BY ${time} LIMIT $2::integer)) RETURNING ${time} AS time)
    SELECT count(*)::integer AS count, max(time)::text AS last FROM removed`;
}
