import type { Clock } from '../../platform/clock.js';
import type { ObserveCommits } from '../commit.js';
import { assembleStore } from '../sql/assemble-store.js';
import { observeCommits } from '../sql/observed-committer.js';
import { Writer } from '../sql/writer.js';
import type { Store } from '../store.js';
import { checkServer } from './check-server.js';
import {
  busKey,
  changedAccounts,
  databaseIdentity,
  PostgresEntryStore,
  PostgresMovedSessionStore,
  PostgresReplyStore,
  PostgresVoiceEndpointStore,
} from './cluster-stores.js';
import { CommitSession } from './commit-session.js';
import { PostgresCommitter } from './committer.js';
import { Connection } from './connection.js';
import { ConnectionPool } from './connection-pool.js';
import type { ConnectionSettings } from './connection-settings.js';
import { requireCompleteStore } from './copy-access.js';
import { DatabaseLock, type DatabaseUse } from './database-lock.js';
import { ExpiredRows } from './expired-rows.js';
import {
  allotNumber,
  LEASE_STATEMENT_MS,
  LeaseConnection,
  liveNodes,
  PostgresOwnershipStore,
} from './ownership-store.js';
import { PostgresReader } from './reader.js';
import { migrate } from './schema/migrate.js';
import { SCHEMA_STEPS } from './schema/steps.js';
import { ServerTime } from './server-time.js';
import { PostgresSharedGuilds } from './shared-guilds.js';
import { WatchedConnections } from './watched-connections.js';

/** The most connections for reads; the writer has one more. */
const READING_CONNECTIONS = 4;

export interface PostgresOptions {
  readonly settings: ConnectionSettings;
  readonly use: DatabaseUse;
  readonly clock: Clock;
  /** see `Store.backup`; a copy is a SQLite file */
  readonly backup: (path: string) => Promise<void>;
  /** called for failed commits and for exceptions of listeners */
  readonly onError: (error: unknown) => void;
  /** absent: nothing is observed */
  readonly observe?: ObserveCommits | null;
  /** the steps of the schema that the program knows */
  readonly steps?: readonly string[];
}

/**
 * Opens a store in a PostgreSQL database, making its tables if there are none (docs/architecture.md, The store).
 *
 * @throws {UserError} if a newer program made it, the server would lose confirmed changes, or another process uses it in
 * a way that excludes this one
 * @throws {StoreError} if it cannot be reached
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const { settings, use, clock, backup, observe = null, onError, steps = SCHEMA_STEPS } = options;
  const connections = new WatchedConnections(settings);
  const open = () => connections.open();
  const time = new ServerTime(clock);
  const connection = await Connection.open(settings, { statementMs: null });
  try {
    await checkServer(connection);
    await migrate(connection, steps);
    await requireCompleteStore(connection, settings);
    await time.ask(connection);
  } finally {
    await connection.close();
  }
  const pool = new ConnectionPool(open, READING_CONNECTIONS);
  const lock = new DatabaseLock(use, clock);
  const session = new CommitSession(open, lock, clock);
  await session.open();
  const writer = new Writer(observeCommits(new PostgresCommitter(session, clock), observe), onError);
  const openLease = () =>
    new LeaseConnection(
      () => connections.open(LEASE_STATEMENT_MS),
      clock,
      () => connections.examine(),
    );
  const [renewals, takes] = [openLease(), openLease()];
  const guilds = new PostgresSharedGuilds(open);
  const expired = new ExpiredRows(open);
  return assembleStore({
    reader: new PostgresReader(pool),
    writer,
    cluster: {
      ownership: new PostgresOwnershipStore(renewals, takes, time),
      entries: new PostgresEntryStore(pool),
      replies: new PostgresReplyStore(pool),
      guilds,
      voiceEndpoints: new PostgresVoiceEndpointStore(pool),
      movedSessions: new PostgresMovedSessionStore(pool),
      identity: () => databaseIdentity(pool),
      busKey: () => busKey(pool),
      now: () => time.now(),
      clockAhead: () => time.ahead,
      liveNodes: () => liveNodes(pool),
      changedAccounts: (since) => changedAccounts(pool, since),
      allotNumber: (node) => allotNumber(pool, node),
      removeExpired: () => expired.remove(),
    },
    backup,
    async close() {
      for (const connection of [renewals, takes]) connection.close();
      await expired.close();
      await guilds.close();
      await session.close();
      await pool.close();
    },
  });
}
