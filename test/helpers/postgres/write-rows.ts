import { systemClock } from '#guildhall/platform/clock.js';
import { CommitSession } from '#guildhall/store/postgres/commit-session.js';
import { PostgresCommitter } from '#guildhall/store/postgres/committer.js';
import { Connection } from '#guildhall/store/postgres/connection.js';
import type { ConnectionSettings } from '#guildhall/store/postgres/connection-settings.js';
import { DatabaseLock } from '#guildhall/store/postgres/database-lock.js';
import { Writer } from '#guildhall/store/sql/writer.js';
import type { Write } from '#guildhall/store/sql/writes.js';

/** Writes rows into a database that has the tables of a store. */
export async function writeRowsInPostgres(
  settings: ConnectionSettings,
  writes: readonly Write[],
): Promise<void> {
  const session = new CommitSession(
    () => Connection.open(settings),
    new DatabaseLock('node', systemClock),
    systemClock,
  );
  const writer = new Writer(new PostgresCommitter(session, systemClock), (error) => {
    throw error;
  });
  try {
    await writer.commit(writes);
  } finally {
    await writer.close();
    await session.close();
  }
}
