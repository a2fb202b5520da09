import { open, rm } from 'node:fs/promises';
import { withResource } from '../../platform/async/with-resource.js';
import type { ConnectionSettings } from '../postgres/connection-settings.js';
import { openPostgresSource } from '../postgres/copy-access.js';
import { openSqliteTarget } from '../sqlite/copy-access.js';
import { copyStore } from './copy-store.js';

/**
 * Writes a consistent copy of a store in PostgreSQL into a SQLite file, while the store is in use.
 *
 * @param path a file that does not exist
 */
export async function writeBackup(settings: ConnectionSettings, path: string): Promise<void> {
  await (await open(path, 'wx', 0o600)).close();
  try {
    await withResource(openPostgresSource(settings), (source) =>
      withResource(openSqliteTarget(path), (target) => copyStore(source, target, () => undefined)),
    );
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
