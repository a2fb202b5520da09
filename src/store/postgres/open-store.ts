import type { Clock } from '../../platform/clock.js';
import type { ObserveCommits } from '../commit-report.js';
import { assembleStore } from '../sql/assemble-store.js';
import { observeCommits } from '../sql/observed-committer.js';
import { Writer } from '../sql/writer.js';
import type { Store } from '../store.js';
import { checkServer } from './check-server.js';
import { CommitSession } from './commit-session.js';
import { PostgresCommitter } from './committer.js';
import { Connection } from './connection.js';
import { ConnectionPool } from './connection-pool.js';
import type { ConnectionSettings } from './connection-settings.js';
import { requireCompleteStore } from './copy-access.js';
import { PostgresEntryStore, PostgresReplyStore, removeExpired } from './entry-store.js';
import { LEASE_STATEMENT_MS, LeaseConnection } from './lease-connection.js';
import { liveNodes, PostgresOwnershipStore } from './ownership-store.js';
import { PostgresReader } from './reader.js';
import { migrate } from './schema/migrate.js';
import { SCHEMA_STEPS } from './schema/steps.js';
import { PostgresSharedGuilds } from './shared-guilds.js';
import { PostgresVoiceEndpointStore } from './voice-endpoint-store.js';

/** The most connections for reads; the writer has one more. */
const READING_CONNECTIONS = 4;

export interface PostgresOptions {
  readonly settings: ConnectionSettings;
  readonly clock: Clock;
  /** see `Store.backup`; a copy is a SQLite file */
  readonly backup: (path: string) => Promise<void>;
  /** called for failed commits and for exceptions of listeners */
  readonly onError: (error: unknown) => void;
  /** absent: nobody wants to know */
  readonly observe?: ObserveCommits | null;
  /** the steps of the schema that the program knows */
  readonly steps?: readonly string[];
}

/**
 * Opens a store in a PostgreSQL database, making its tables if there are none (docs/architecture.md, The store).
 *
 * @throws {UserError} if a newer program made it, or if the server would lose confirmed changes
 * @throws {StoreError} if it cannot be reached
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const { settings, clock, backup, observe = null, onError, steps = SCHEMA_STEPS } = options;
  const open = () => Connection.open(settings);
  const connection = await Connection.open(settings, { statementMs: null });
  try {
    await checkServer(connection);
    await migrate(connection, steps);
    await requireCompleteStore(connection, settings);
  } finally {
    await connection.close();
  }
  const pool = new ConnectionPool(open, READING_CONNECTIONS);
  const session = new CommitSession(open, clock);
  const writer = new Writer(observeCommits(new PostgresCommitter(session, clock), observe), onError);
  const openBriefly = () => Connection.open(settings, { statementMs: LEASE_STATEMENT_MS });
  const [renewals, takes] = [
    new LeaseConnection(openBriefly, clock),
    new LeaseConnection(openBriefly, clock),
  ];
  const guilds = new PostgresSharedGuilds(open);
  const ownership = new PostgresOwnershipStore(renewals, takes);
  return assembleStore({
    reader: new PostgresReader(pool),
    writer,
    cluster: {
      ownership,
      entries: new PostgresEntryStore(pool),
      replies: new PostgresReplyStore(pool),
      guilds,
      voiceEndpoints: new PostgresVoiceEndpointStore(pool),
      liveNodes: () => liveNodes(pool),
      allotNumber: (node) => ownership.allotNumber(node),
      removeExpired: () => removeExpired(pool),
    },
    backup,
    async close() {
      for (const connection of [renewals, takes]) connection.close();
      await guilds.close();
      await session.close();
      await pool.close();
    },
  });
}
