import Type from 'typebox';
import { OnDemand } from '../../platform/async/on-demand.js';
import { unlessLate } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import { validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { OwnedEpochs, OwnershipStore, Taken } from '../cluster.js';
import { StoreError } from '../errors.js';
import { CONNECTION_LOST, type Connection, checkRows, isConnectionLost } from './connection.js';
import type { ConnectionPool } from './connection-pool.js';
import { isStorableId } from './reader.js';
import { SERVER_TIME, type ServerTime } from './server-time.js';
import type { PostgresValue } from './table-statements.js';

const RENEW = `SELECT renew_lease($1, make_interval(secs => $2::double precision / 1000)) AS "hadEnded", ${SERVER_TIME}`;
const OWNED = 'SELECT guild_id::text AS "guildId", epoch FROM guild_owners WHERE node = $1';
const TAKE = `SELECT node, epoch, sequence, remaining_ms AS "remainingMs" FROM take_guild($1::bigint, $2)`;
const NODES = 'SELECT node FROM node_leases WHERE until > clock_timestamp() ORDER BY node';
/** The row stays for an hour: it says until when the number of the node was in use. */
const RELEASE =
  'UPDATE node_leases SET until = clock_timestamp() WHERE node = $1 AND until > clock_timestamp()';

const renewedRows = validator(Type.Tuple([Type.Object({ hadEnded: Type.Boolean(), now: Type.Number() })]));
const ownedRows = validator(Type.Array(Type.Object({ guildId: Type.String(), epoch: Type.Number() })));
const nodeRows = validator(Type.Array(Type.Object({ node: Type.String() })));
const ALLOT = 'SELECT allot_number($1) AS number';

const allottedRows = validator(
  Type.Tuple([Type.Object({ number: Type.Union([Type.Number(), Type.Null()]) })]),
);
const takenRows = validator(
  Type.Array(
    Type.Object({
      node: Type.String(),
      epoch: Type.Number(),
      sequence: Type.Number(),
      remainingMs: Type.Union([Type.Number(), Type.Null()]),
    }),
    { maxItems: 1 },
  ),
);

type Statements = Pick<LeaseConnection, 'query'>;

/**
 * Leases and owners in the tables `node_leases` and `guild_owners`. Renewals have a separate connection: taking a guild
 * may wait for a commit of it.
 */
export class PostgresOwnershipStore implements OwnershipStore {
  constructor(
    private readonly renewals: Statements,
    private readonly takes: Statements,
    private readonly time: Pick<ServerTime, 'record'>,
  ) {}

  async renew(node: string, leaseMs: number, lists: boolean): Promise<OwnedEpochs | null> {
    const sentAt = performance.now();
    const renewed = await this.renewals.query(RENEW, [node, leaseMs]);
    const [{ hadEnded, now }] = checkRows(renewedRows, renewed, 'renew_lease');
    this.time.record(now, sentAt);
    if (!hadEnded && !lists) return null;
    // After the lease was renewed: a guild that somebody takes from now on is one whose owner's lease has ended again.
    const owned = checkRows(ownedRows, await this.renewals.query(OWNED, [node]), 'guild_owners');
    return new Map(owned.map(({ guildId, epoch }) => [guildId, epoch]));
  }

  async take(guildId: Snowflake, node: string): Promise<Taken> {
    if (!isStorableId(guildId)) return { kind: 'absent' };
    const [row] = checkRows(takenRows, await this.takes.query(TAKE, [guildId, node]), 'take_guild');
    if (row === undefined) return { kind: 'absent' };
    const { epoch, sequence, remainingMs } = row;
    if (remainingMs === null) return { kind: 'taken', epoch, sequence };
    return { kind: 'held', node: row.node, remainingMs };
  }

  async release(node: string): Promise<void> {
    await this.renewals.query(RELEASE, [node]);
  }
}

/** See `ClusterStore.allotNumber`. It begins no lease, so a busy server may take its time, and it may be asked twice. */
export async function allotNumber(pool: Pick<ConnectionPool, 'query'>, node: string): Promise<number> {
  const [{ number }] = checkRows(allottedRows, await pool.query(ALLOT, [node], 'objects'), 'allot_number');
  if (number === null) throw new StoreError('all 1024 numbers of nodes are in use', 'NO_NODE_NUMBER');
  return number;
}

/** See `ClusterStore.liveNodes`. */
export async function liveNodes(pool: Pick<ConnectionPool, 'query'>): Promise<string[]> {
  const rows = checkRows(nodeRows, await pool.query(NODES, [], 'objects'), 'node_leases');
  return rows.map(({ node }) => node);
}

/**
 * How long a statement may take, in milliseconds: less than half of a lease. The server ends it after that, too; otherwise
 * a statement that waits for a lock would hold its connection after the client closed it.
 */
export const LEASE_STATEMENT_MS = 1_200;

type OpenConnection = Pick<Connection, 'query' | 'close'>;

/**
 * A separate connection for leases, so that no other statement delays them. Nothing is repeated: whether a statement
 * without an answer was carried out is unknown, and the callers take that into account.
 */
export class LeaseConnection {
  #connection: OnDemand<OpenConnection>;

  /** @param lost called when a connection is given up, because others may be lost, too */
  constructor(
    private readonly open: () => Promise<OpenConnection>,
    private readonly clock: Pick<Clock, 'after'>,
    private readonly lost: () => void = () => {},
  ) {
    this.#connection = new OnDemand(open);
  }

  /** @throws {StoreError} it failed, or there was no answer in time */
  async query(text: string, values: readonly PostgresValue[]): Promise<unknown[]> {
    const used = this.#connection;
    const late = () => new StoreError('the database did not answer in time', CONNECTION_LOST);
    try {
      const rows = used.get().then((connection) => connection.query(text, values));
      return await unlessLate(this.clock, LEASE_STATEMENT_MS, rows, late);
    } catch (error) {
      if (isConnectionLost(error) && this.#connection === used) {
        this.close();
        this.lost();
      }
      throw error;
    }
  }

  /** Ends the connection. It is not waited for, because the server may not answer. */
  close(): void {
    const closed = this.#connection;
    this.#connection = new OnDemand(this.open);
    closed
      .ifMade()
      .then((connection) => connection?.close())
      .catch(() => undefined);
  }
}
