import { systemClock } from '../../platform/clock.js';
import { messageOf, UserError } from '../../platform/errors.js';
import { checkServer } from './check-server.js';
import { Connection } from './connection.js';
import type { ConnectionSettings } from './connection-settings.js';
import { requireCompleteStore } from './copy-access.js';
import { requireKnownSchema, requireMayCreate } from './schema/migrate.js';
import { SCHEMA_STEPS } from './schema/steps.js';
import { ServerTime } from './server-time.js';

/** What a database is like for a program that wants to open the store in it. */
export type DatabaseState =
  /** `clockAheadMs`: how much the clock of this machine is ahead of the server's, in milliseconds */
  | { readonly state: 'missing' | 'usable'; readonly clockAheadMs: number }
  /** `hint` says what to do; null: unknown */
  | { readonly state: 'newer' | 'unusable'; readonly reason: string; readonly hint: string | null };

/** Examines a database as `openPostgresStore` would find it, without changing it, also while it is in use. */
export async function inspectPostgresStore(settings: ConnectionSettings): Promise<DatabaseState> {
  try {
    const connection = await Connection.open(settings);
    try {
      return await inspect(connection, settings);
    } finally {
      await connection.close();
    }
  } catch (error) {
    return { state: 'unusable', ...describe(error) };
  }
}

async function inspect(connection: Connection, settings: ConnectionSettings): Promise<DatabaseState> {
  await checkServer(connection);
  let version: number;
  try {
    version = await requireKnownSchema(connection, SCHEMA_STEPS);
  } catch (error) {
    if (error instanceof UserError) return { state: 'newer', ...describe(error) };
    throw error;
  }
  if (version < SCHEMA_STEPS.length) await requireMayCreate(connection);
  const time = new ServerTime(systemClock);
  await time.ask(connection);
  const clockAheadMs = time.ahead;
  if (version === 0) return { state: 'missing', clockAheadMs };
  await requireCompleteStore(connection, settings);
  return { state: 'usable', clockAheadMs };
}

function describe(error: unknown) {
  return { reason: messageOf(error), hint: error instanceof UserError ? error.hint : null };
}
