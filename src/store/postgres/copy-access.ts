import type { Clock } from '../../platform/clock.js';
import { UserError } from '../../platform/errors.js';
import type { CopySource, CopyTarget } from '../copy/copy-rows.js';
import { Writer } from '../sql/writer.js';
import { checkServer } from './check-server.js';
import { CommitSession } from './commit-session.js';
import { PostgresCommitter } from './committer.js';
import { Connection } from './connection.js';
import type { ConnectionSettings } from './connection-settings.js';
import { DatabaseLock } from './database-lock.js';
import { PostgresReader } from './reader.js';
import { migrate, requireNewestSchema } from './schema/migrate.js';
import { SCHEMA_STEPS } from './schema/steps.js';

/** Opens a snapshot of a database as the source of a copy. @throws {UserError} it has no usable store */
export async function openPostgresSource(
  settings: ConnectionSettings,
): Promise<CopySource & { close(): Promise<void> }> {
  const connection = await Connection.open(settings, { statementMs: null });
  try {
    await requireNewestSchema(connection, SCHEMA_STEPS);
    await requireCompleteStore(connection, settings);
    await connection.exec('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return { reader: new PostgresReader(connection), close: () => connection.close() };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** A database that is the target of a copy. */
export interface PostgresTarget extends CopyTarget {
  /** Marks the copy as complete, so that it can be used. */
  complete(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a database as the target of a copy, which makes its tables and marks it as incomplete.
 *
 * @throws {UserError} it already has a store that is not an incomplete copy
 */
export async function openPostgresTarget(
  settings: ConnectionSettings,
  clock: Clock,
): Promise<PostgresTarget> {
  const connection = await Connection.open(settings, { statementMs: null });
  try {
    await checkServer(connection);
    await migrate(connection, SCHEMA_STEPS);
    const [state] = await connection.query('SELECT 1 FROM unfinished_copy');
    const [used] = await connection.query('SELECT 1 FROM users LIMIT 1');
    if (state === undefined && used !== undefined) {
      throw new UserError(
        `${settings.address} already has a store`,
        'Copy into an empty database, or remove its tables first',
      );
    }
    if (state === undefined) await connection.query('INSERT INTO unfinished_copy DEFAULT VALUES');
  } catch (error) {
    await connection.close();
    throw error;
  }
  const session = new CommitSession(() => Connection.open(settings), new DatabaseLock('alone', clock), clock);
  const writer = new Writer(new PostgresCommitter(session, clock), () => undefined);
  return {
    reader: new PostgresReader(connection),
    writer,
    async complete() {
      // The planner knows nothing of new rows before that.
      await connection.exec('ANALYZE');
      await connection.query('DELETE FROM unfinished_copy');
    },
    async close() {
      await writer.close();
      await session.close();
      await connection.close();
    },
  };
}

/** @throws {UserError} if a database has a copy that was interrupted */
export async function requireCompleteStore(
  connection: Connection,
  { address }: ConnectionSettings,
): Promise<void> {
  const [state] = await connection.query('SELECT 1 FROM unfinished_copy');
  if (state === undefined) return;
  throw new UserError(
    `${address} has a copy of a store that is not complete`,
    'Run `guildhall store copy` again, which continues where it was interrupted',
  );
}
