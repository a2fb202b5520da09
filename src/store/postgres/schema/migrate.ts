import { UserError } from '../../../platform/errors.js';
import { StoreError } from '../../errors.js';
import type { Connection } from '../connection.js';

/** Of the advisory lock that one node at a time migrates under; any number that nothing else uses. */
const LOCK = 7_140_519_338;

/**
 * While a step waits for a table that a long transaction uses, e.g. that of `pg_dump`, all statements of running nodes wait
 * behind it. So it gives up soon: before a node that waits for it gives up taking a guild, and before the detection of deadlocks
 * ends a commit in its place.
 */
const LOCK_TIMEOUT = '200ms';
/** The SQLSTATE of a statement that gave up. */
const LOCK_NOT_AVAILABLE = '55P03';
/** The SQLSTATE with which a step refuses to run while nodes of the previous version are running. */
const NODES_RUN = 'GH001';
/** How often the steps are tried. */
const ATTEMPTS = 40;
/** Lets the statements of running nodes pass before the next attempt. */
const PAUSE = 'SELECT pg_sleep(0.5)';

const PREPARE = `SELECT pg_advisory_xact_lock(${LOCK});
  SET LOCAL lock_timeout = '${LOCK_TIMEOUT}';
  CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL);
  INSERT INTO schema_version SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM schema_version)`;

/**
 * Migrates a store to the newest schema, in one transaction. Nodes that start at the same time wait for each other, and those
 * that run continue (docs/operating-a-cluster.md, Upgrade).
 *
 * @throws {UserError} if a newer program created the store: reading it with an older schema could corrupt it. Or its tables
 * were in use for too long, or the role may not create tables
 */
export async function migrate(
  connection: Connection,
  steps: readonly string[],
  attempts = ATTEMPTS,
): Promise<void> {
  if ((await requireKnownSchema(connection, steps)) === steps.length) return;
  await requireMayCreate(connection);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (attempt > 1) await connection.query(PAUSE);
    if (await runSteps(connection, steps)) return;
  }
  throw new UserError(
    'the schema cannot be upgraded while another program uses its tables',
    'End long transactions such as that of pg_dump, then start again',
  );
}

/** @returns whether they were carried out; false: a table was in use */
async function runSteps(connection: Connection, steps: readonly string[]): Promise<boolean> {
  await connection.exec('BEGIN');
  try {
    await connection.exec(PREPARE);
    const version = await requireKnownSchema(connection, steps);
    for (const sql of steps.slice(version)) await connection.exec(sql);
    await connection.exec(`UPDATE schema_version SET version = ${steps.length}; COMMIT`);
    return true;
  } catch (error) {
    await connection.exec('ROLLBACK').catch(() => undefined);
    if (error instanceof StoreError && error.code === LOCK_NOT_AVAILABLE) return false;
    if (error instanceof StoreError && error.code === NODES_RUN) {
      throw new UserError(
        error.message,
        'Stop all nodes before this one is started. One that was killed counts for 3 s',
      );
    }
    throw error;
  }
}

/** @throws {UserError} if a store has a schema other than the newest */
export async function requireNewestSchema(connection: Connection, steps: readonly string[]): Promise<void> {
  const version = await requireKnownSchema(connection, steps);
  if (version === steps.length) return;
  throw version === 0
    ? new UserError('the database has no store')
    : new UserError(
        `this store has schema version ${version}, not ${steps.length}`,
        'Start the service on it first',
      );
}

/** @returns the version of a store; 0: there is none. @throws {UserError} a newer program made it */
export async function requireKnownSchema(connection: Connection, steps: readonly string[]): Promise<number> {
  const version = await schemaVersion(connection);
  if (version <= steps.length) return version;
  throw new UserError(
    `this store has schema version ${version}, but this program knows only versions up to ${steps.length}`,
    'Run the newer program that made it',
  );
}

/** How many steps of the schema a store has had. */
export async function schemaVersion(connection: Connection): Promise<number> {
  const tables = await connection.query("SELECT 1 FROM pg_class WHERE oid = to_regclass('schema_version')");
  if (tables.length === 0) return 0;
  const [row] = (await connection.query('SELECT version FROM schema_version')) as {
    readonly version: number;
  }[];
  return row?.version ?? 0;
}

/** The schema is null if the role may use none of its search path. */
const MAY_CREATE = `SELECT quote_ident(current_user) AS role, quote_ident(current_schema()) AS schema,
  has_schema_privilege(current_schema(), 'CREATE') AS "isAllowed"`;

/** @throws {UserError} the role may not create the tables of the next step */
export async function requireMayCreate(connection: Connection): Promise<void> {
  const [rights] = (await connection.query(MAY_CREATE)) as {
    readonly role: string;
    readonly schema: string | null;
    readonly isAllowed: boolean | null;
  }[];
  if (rights?.isAllowed) return;
  const schema = rights?.schema ?? 'public';
  throw new UserError(
    `the role ${rights?.role} may not create tables in the schema ${schema}`,
    `As its owner: GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${rights?.role}`,
  );
}
