import type { Snowflake } from '../../protocol/snowflake.js';
import { ConflictError, StoreError } from '../errors.js';
import type { BatchedChange, Committer, Refused } from '../sql/committer.js';
import { firstVersions } from '../sql/first-versions.js';
import type { Write } from '../sql/writes.js';
import { CombinedStatements } from './combined-statements.js';
import { type BoundStatement, compileWrites } from './compile-writes.js';
import type { Database } from './database.js';
import { findUnmet } from './find-unmet.js';

/** Raises a constraint error unless every subject of a list of pairs [id, version] has that version. */
const REQUIRE_VERSIONS = `SELECT RAISE(ABORT, 'version') FROM jsonb_each(?) AS expected
  WHERE NOT EXISTS (SELECT 1 FROM guilds AS stored
    WHERE stored.id = CAST(expected.value->>0 AS INTEGER) AND stored.version = expected.value->>1)
  AND NOT EXISTS (SELECT 1 FROM private_channels AS stored
    WHERE stored.id = CAST(expected.value->>0 AS INTEGER) AND expected.value->>1 = 1)`;

const VERSIONS = `SELECT CAST(id AS TEXT) AS id, version FROM guilds
  WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?1))
  UNION ALL SELECT CAST(id AS TEXT), 1 FROM private_channels
  WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?1))`;

/** Stores each batch in one transaction, if possible in one statement (docs/adr/0045-a-batch-is-one-statement.md). */
export class SqliteCommitter implements Committer {
  readonly #combined: CombinedStatements;

  constructor(private readonly database: Database) {
    this.#combined = new CombinedStatements(database);
  }

  async commit<Change extends BatchedChange>(batch: readonly Change[]): Promise<Refused<Change>> {
    const statements = compilePlain(batch);
    if (statements === null || !this.#combined.accepts(statements)) return commitEach(this.database, batch);
    try {
      await this.#combined.run(statements);
      return new Map();
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'SQLITE_CONSTRAINT') throw error;
      // A version differs, or a row breaks the schema; one by one, the changes show which.
      return commitEach(this.database, batch);
    }
  }
}

/**
 * The statements of changes whose only requirements are versions of subjects, which the first statement compares; null
 * if there are other requirements.
 */
function compilePlain(batch: readonly BatchedChange[]): BoundStatement[] | null {
  if (batch.some(({ requirements }) => requirements.conditions !== undefined)) return null;
  const expected = firstVersions(batch);
  // The first statement only finds versions of subjects that exist.
  if (expected === null || [...expected.values()].includes(null)) return null;
  const writes: Write[] = [];
  for (const change of batch) for (const write of change.writes) writes.push(write);
  const statements = compileWrites(writes);
  if (statements.length === 0 || expected.size === 0) return statements;
  return [{ sql: REQUIRE_VERSIONS, values: [JSON.stringify([...expected])] }, ...statements];
}

/** Stores changes one by one in one transaction, skipping those whose requirements are not met. */
function commitEach<Change extends BatchedChange>(
  database: Database,
  batch: readonly Change[],
): Promise<Refused<Change>> {
  return inTransaction(database, () => storeEach(database, batch));
}

async function storeEach<Change extends BatchedChange>(
  database: Database,
  batch: readonly Change[],
): Promise<Refused<Change>> {
  const refused = new Map<Change, ConflictError>();
  const refusedSubjects = new Set<Snowflake>();
  const versions = await readVersions(database, batch);
  let writes: Write[] = [];
  const flush = async () => {
    const pending = writes;
    writes = [];
    await runAll(database, compileWrites(pending));
  };
  for (const change of batch) {
    const { subject, conditions = [] } = change.requirements;
    const { id, version = null } = subject ?? {};
    let conflict = id !== undefined && refusedSubjects.has(id) ? new ConflictError('version') : undefined;
    if (conflict === undefined && id !== undefined && version !== null) {
      const isExpected = (versions.get(id) ?? null) === version.expected;
      if (!isExpected) conflict = new ConflictError(subject?.conflict ?? 'version');
    }
    if (conflict === undefined && conditions.length > 0) {
      await flush();
      const unmet = await findUnmet(database, conditions);
      if (unmet !== null) conflict = new ConflictError(unmet.conflict);
    }
    if (conflict === undefined) {
      for (const write of change.writes) writes.push(write);
      if (id !== undefined && version !== null) setVersion(versions, id, version.next);
      continue;
    }
    refused.set(change, conflict);
    if (id !== undefined) refusedSubjects.add(id);
  }
  await flush();
  return refused;
}

function setVersion(versions: Map<Snowflake, number>, id: Snowflake, version: number | null): void {
  if (version === null) versions.delete(id);
  else versions.set(id, version);
}

async function readVersions(
  database: Database,
  batch: readonly BatchedChange[],
): Promise<Map<Snowflake, number>> {
  const ids = new Set(batch.flatMap(({ requirements: { subject } }) => subject?.id ?? []));
  if (ids.size === 0) return new Map();
  const rows = await database.all<{ id: Snowflake; version: number }>(VERSIONS, JSON.stringify([...ids]));
  return new Map(rows.map(({ id, version }) => [id, version]));
}

async function runAll(database: Database, statements: readonly BoundStatement[]): Promise<void> {
  for (const { sql, values } of statements) await database.run(sql, ...values);
}

async function inTransaction<Result>(database: Database, task: () => Promise<Result>): Promise<Result> {
  await database.run('BEGIN IMMEDIATE');
  try {
    const result = await task();
    await database.run('COMMIT');
    return result;
  } catch (error) {
    // After some errors, e.g. a full disk, SQLite has already rolled back, and this statement fails; that is fine.
    await database.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
