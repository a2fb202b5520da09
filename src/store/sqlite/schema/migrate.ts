import { UserError } from '../../../platform/errors.js';
import type { Database } from '../database.js';

/**
 * Migrates a store to the newest schema, with one transaction for each step.
 *
 * @param name names the store in errors
 * @throws {UserError} if a newer program created the store: reading it with an older schema could corrupt it
 */
export async function migrate(
  database: Database,
  steps: readonly string[],
  name = 'this store',
): Promise<void> {
  const version = await schemaVersion(database);
  if (version > steps.length) {
    throw new UserError(
      `${name} has schema version ${version}, but this program knows only versions up to ${steps.length}`,
      'Run the newer program that made it, or restore a backup that this one made',
    );
  }
  for (const [index, sql] of [...steps.entries()].slice(version)) {
    try {
      await database.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`);
    } catch (error) {
      await database.exec('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }
}

/** How many steps of the schema a store has had. */
export async function schemaVersion(database: Database): Promise<number> {
  const row = await database.first<{ user_version: number }>('PRAGMA user_version');
  return row?.user_version ?? 0;
}
