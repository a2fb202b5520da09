import { open } from 'node:fs/promises';
import type { Snowflake } from '../../protocol/snowflake.js';
import { Database } from './database.js';
import { findDamage } from './integrity-check.js';
import { schemaVersion } from './schema/migrate.js';
import { findSchemaDifference, isKnownVersion } from './schema/schema-difference.js';

/**
 * Writes a consistent copy of a store while any process uses it; writers are not blocked.
 *
 * @param copy a file that does not exist
 */
export async function copyStore(path: string, copy: string): Promise<void> {
  await (await open(copy, 'wx', 0o600)).close();
  // A separate connection: the writer's may be inside a transaction.
  const database = await Database.open(path);
  try {
    await database.run('VACUUM INTO ?', copy);
  } finally {
    await database.close();
  }
}

/** What a copy has that others depend on. */
export interface CopiedStore {
  /** what is damaged or not of Guildhall's schema, so that it could not be restored; or null */
  readonly damage: string | null;
  /** the files of its messages */
  readonly attachments: readonly Snowflake[];
}

/** Examines a copy of a store of this machine that no process uses. */
export async function examineCopy(path: string): Promise<CopiedStore> {
  const database = await Database.open(path);
  try {
    const damage = (await findDamage(database)) ?? (await findDifference(database));
    return { damage, attachments: damage === null ? await listAttachments(database) : [] };
  } finally {
    await database.close();
  }
}

/** The schema of a newer program is unknown here. */
async function findDifference(database: Database): Promise<string | null> {
  const version = await schemaVersion(database);
  return isKnownVersion(version) ? findSchemaDifference(database, version) : null;
}

async function listAttachments(database: Database): Promise<Snowflake[]> {
  const tables = await database.all("SELECT 1 FROM sqlite_schema WHERE name = 'attachments'");
  if (tables.length === 0) return [];
  const rows = await database.all<{ id: Snowflake }>('SELECT CAST(id AS TEXT) AS id FROM attachments');
  return rows.map(({ id }) => id);
}
