import { Database } from '../database.js';
import { SCHEMA_STEPS } from './steps.js';

/** A table, index, view or trigger of a database, without its content. */
interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  /** null for the indexes that SQLite makes itself */
  readonly sql: string | null;
}

/** Whether this program knows the schema of a version; 0 is an empty store. */
export function isKnownVersion(version: number): boolean {
  return version >= 0 && version <= SCHEMA_STEPS.length;
}

/**
 * Compares the schema of a store of unknown origin with that of its version. A trigger, a view in place of a table, or an
 * expression in a changed table would be run by the statements of this program. Nothing of the store is run here: SQLite
 * only parses its schema.
 *
 * @param version one that is known
 * @returns what differs first, or null
 */
export async function findSchemaDifference(store: Database, version: number): Promise<string | null> {
  const [found, expected] = [await readObjects(store), await expectedObjects(version)];
  for (const [key, { name, sql, tbl_name, type }] of found) {
    const known = expected.get(key);
    if (known === undefined) return `the ${type} ${JSON.stringify(name)} in it is not Guildhall's`;
    if (known.sql !== sql || known.tbl_name !== tbl_name)
      return `its ${type} ${name} differs from Guildhall's`;
  }
  for (const [key, { name, type }] of expected) if (!found.has(key)) return `its ${type} ${name} is missing`;
  return null;
}

async function expectedObjects(version: number): Promise<Map<string, SchemaObject>> {
  const database = await Database.open(':memory:');
  try {
    for (const sql of SCHEMA_STEPS.slice(0, version)) await database.exec(sql);
    return await readObjects(database);
  } finally {
    await database.close();
  }
}

async function readObjects(database: Database): Promise<Map<string, SchemaObject>> {
  const objects = await database.all<SchemaObject>('SELECT type, name, tbl_name, sql FROM sqlite_schema');
  return new Map(objects.map((object) => [`${object.type} ${object.name}`, object]));
}
