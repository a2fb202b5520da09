import type { Snowflake } from '../../protocol/snowflake.js';
import { Database, isDamage } from './database.js';
import { findDamage } from './integrity-check.js';
import { schemaVersion } from './schema/migrate.js';
import { findSchemaDifference, isKnownVersion } from './schema/schema-difference.js';

/** The first version of the schema with grants that are allowed once. */
const ONCE_GRANTS_SINCE = 7;

/** What a store is that anybody may have made. */
export interface ForeignStore {
  /** what is damaged or not of Guildhall's schema, or null */
  readonly damage: string | null;
  readonly schemaVersion: number;
  /** whether this program knows its schema; if not, nothing else of it was looked at */
  readonly isSupported: boolean;
  /** the grants that end with the connection that asked for them (docs/adr/0010-consent.md) */
  readonly onceGrants: readonly OnceGrant[];
  /** the names of its applications, by id */
  readonly applications: ReadonlyMap<Snowflake, string>;
}

interface OnceGrant {
  readonly grant_id: Snowflake;
  readonly user_id: Snowflake;
}

/** Examines a store that anybody may have made and that no process uses, without running anything of its schema. */
export async function examineForeignStore(path: string): Promise<ForeignStore> {
  const database = await Database.open(path);
  try {
    await database.exec('PRAGMA trusted_schema = OFF');
    return await examine(database);
  } catch (error) {
    if (isDamage(error)) return { ...NOTHING, damage: error.message };
    throw error;
  } finally {
    await database.close();
  }
}

const NOTHING = {
  damage: null,
  schemaVersion: 0,
  isSupported: false,
  onceGrants: [],
  applications: new Map(),
} as const;

async function examine(database: Database): Promise<ForeignStore> {
  const version = await schemaVersion(database);
  if (!isKnownVersion(version)) return { ...NOTHING, schemaVersion: version };
  // Before the pages are checked, which evaluates expressions of the schema.
  const difference = await findSchemaDifference(database, version);
  const damage = difference ?? (await findDamage(database));
  const hasGrants = damage === null && version >= ONCE_GRANTS_SINCE;
  const onceGrants = hasGrants ? await listOnceGrants(database) : [];
  const applications =
    damage === null && version > 0 ? await listApplications(database) : NOTHING.applications;
  return { damage, schemaVersion: version, isSupported: true, onceGrants, applications };
}

async function listApplications(database: Database): Promise<Map<Snowflake, string>> {
  const sql = 'SELECT CAST(id AS TEXT) AS id, CAST(name AS TEXT) AS name FROM applications';
  const rows = await database.all<{ id: Snowflake; name: string }>(sql);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function listOnceGrants(database: Database): Promise<OnceGrant[]> {
  return database.all(
    'SELECT CAST(id AS TEXT) AS grant_id, CAST(user_id AS TEXT) AS user_id FROM grants WHERE once = 1',
  );
}
