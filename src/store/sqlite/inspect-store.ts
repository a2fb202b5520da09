import { stat } from 'node:fs/promises';
import { messageOf } from '../../platform/errors.js';
import { isMissingFile } from '../../platform/files/text-file.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { selectNewestId } from '../sql/reader.js';
import { Database } from './database.js';
import { findDamage, findLoss, isDamagedHeader } from './integrity-check.js';
import { schemaVersion } from './schema/migrate.js';
import { SCHEMA_STEPS } from './schema/steps.js';

/** A store of up to this size is checked for damage, which takes about a second; in bytes. */
const CHECKED = 1024 ** 3;

/** What a store is like for a program that wants to open it. */
export type StoreState =
  | { readonly state: 'missing' }
  /** `newestId` is `0` if it is empty */
  | { readonly state: 'usable'; readonly newestId: Snowflake }
  | { readonly state: 'damaged' | 'newer' | 'unreadable'; readonly reason: string };

/**
 * Examines a store as `openStore` would find it, without changing it, also while it is in use.
 *
 * @param accountFile a file that names an account of this store; null: there is none
 */
export async function inspectStore(path: string, accountFile: string | null = null): Promise<StoreState> {
  try {
    const loss = await findLoss(path, accountFile);
    if (loss !== null) return { state: 'damaged', reason: loss };
    const { size } = await stat(path);
    const database = await Database.openReadOnly(path);
    try {
      return await inspect(database, size);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (isMissingFile(error)) return { state: 'missing' };
    return { state: isDamagedHeader(error) ? 'damaged' : 'unreadable', reason: messageOf(error) };
  }
}

async function inspect(database: Database, size: number): Promise<StoreState> {
  const damage = size > CHECKED ? null : await findDamage(database);
  if (damage !== null) return { state: 'damaged', reason: damage };
  const version = await schemaVersion(database);
  if (version > SCHEMA_STEPS.length) {
    return { state: 'newer', reason: `its schema version is ${version}, not ${SCHEMA_STEPS.length}` };
  }
  // Only the newest schema has all tables; the start brings older ones to it.
  const newestId = version === SCHEMA_STEPS.length ? await selectNewestId(database) : '0';
  return { state: 'usable', newestId };
}
