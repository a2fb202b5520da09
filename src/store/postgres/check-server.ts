import { UserError } from '../../platform/errors.js';
import type { Connection } from './connection.js';

/** PostgreSQL 13. */
const OLDEST_VERSION = 130_000;

const SETTINGS = `SELECT current_setting('server_version_num')::integer AS version,
  current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
  current_setting('synchronous_commit') AS "synchronousCommit"`;

/** Checks that a server is durable and recent enough for the store. @throws {UserError} if it is not */
export async function checkServer(connection: Connection): Promise<void> {
  const [settings] = (await connection.query(SETTINGS)) as {
    readonly version: number;
    readonly encoding: string;
    readonly fsync: string;
    readonly synchronousCommit: string;
  }[];
  if (settings === undefined) throw new UserError('PostgreSQL did not give its settings');
  const { version, encoding, fsync, synchronousCommit } = settings;
  if (version < OLDEST_VERSION) {
    throw new UserError(`PostgreSQL ${Math.floor(version / 10_000)} is too old`, 'Use version 13 or newer');
  }
  if (encoding !== 'UTF8') {
    throw new UserError(`the database is encoded in ${encoding}`, "Create it with ENCODING 'UTF8'");
  }
  if (fsync !== 'on' || synchronousCommit === 'off') {
    const setting = fsync === 'on' ? 'synchronous_commit' : 'fsync';
    throw new UserError(
      `PostgreSQL confirms changes before they are on the disk: ${setting} is off`,
      `Set ${setting} = on`,
    );
  }
}
