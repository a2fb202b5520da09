import { messageOf } from '../../platform/errors.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { CommitFailedError, ConflictError, OutcomeUnknownError, StoreError } from '../errors.js';
import { type BatchedChange, type Committer, firstVersions, type Refused } from '../sql/committer.js';
import type { Condition } from '../sql/conditions.js';
import type { SqlValue } from '../sql/reader.js';
import type { Write } from '../sql/writes.js';
import { CombinedStatements } from './combined-statements.js';
import { type BoundStatement, compileWrites } from './compile-writes.js';
import type { Database } from './database.js';
import { STATEMENTS } from './table-statements.js';

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

/** The codes of errors that a change itself causes: a version, a reference, or a value that its column does not take. */
const OF_CHANGE: ReadonlySet<string> = new Set(['SQLITE_CONSTRAINT', 'SQLITE_MISMATCH', 'SQLITE_TOOBIG']);

/**
 * Stores each batch in one transaction, if possible in one statement, which takes half as much processor time. Its first
 * step raises an error if a guild or private channel does not have the expected version. After a constraint error the
 * changes are stored one by one in a transaction of several calls, which finds the ones whose requirements are not met.
 */
export class SqliteCommitter implements Committer {
  readonly #combined: CombinedStatements;

  constructor(
    private readonly database: Database,
    /** called before and after each transaction; throws if what is stored would not be found again */
    private readonly checkFiles: () => void = () => undefined,
  ) {
    this.#combined = new CombinedStatements(database);
  }

  async commit<Change extends BatchedChange>(batch: readonly Change[]): Promise<Refused<Change>> {
    if (batch.every(({ writes }) => writes.length === 0)) return this.#store(batch);
    this.checkFiles();
    let refused: Refused<Change>;
    try {
      refused = await this.#store(batch);
    } catch (error) {
      // The log may have the whole transaction already, e.g. if only its sync failed. The next one overwrites it; if the
      // process is killed before that, the next start finds it.
      if (error instanceof StoreError && error.code === 'SQLITE_IOERR') {
        throw new OutcomeUnknownError(error.message);
      }
      throw error;
    }
    try {
      this.checkFiles();
    } catch (error) {
      throw new OutcomeUnknownError(messageOf(error));
    }
    return refused;
  }

  async #store<Change extends BatchedChange>(batch: readonly Change[]): Promise<Refused<Change>> {
    const statements = compilePlain(batch);
    if (statements === null || !this.#combined.accepts(statements)) return commitEach(this.database, batch);
    try {
      await this.#combined.run(statements);
      return new Map();
    } catch (error) {
      if (!isOfChange(error)) throw error;
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

/** Stores changes one by one in one transaction, skipping those whose requirements are not met or that break the schema. */
async function commitEach<Change extends BatchedChange>(
  database: Database,
  batch: readonly Change[],
): Promise<Refused<Change>> {
  try {
    return await inTransaction(database, () => storeEach(database, batch, runAll));
  } catch (error) {
    if (!isOfChange(error)) throw error;
    return inTransaction(database, () => storeEach(database, batch, runAlone));
  }
}

/** @param run runs the writes of changes: `runAll` of several, `runAlone` of each */
async function storeEach<Change extends BatchedChange>(
  database: Database,
  batch: readonly Change[],
  run: typeof runAll | typeof runAlone,
): Promise<Refused<Change>> {
  const refused = new Map<Change, StoreError>();
  const refusedSubjects = new Set<Snowflake>();
  const versions = await readVersions(database, batch);
  let writes: Write[] = [];
  const flush = async () => {
    const pending = writes;
    writes = [];
    return run(database, compileWrites(pending));
  };
  for (const change of batch) {
    const { subject, conditions = [] } = change.requirements;
    const { id, version = null } = subject ?? {};
    let reason: StoreError | null =
      id !== undefined && refusedSubjects.has(id) ? new ConflictError('version') : null;
    if (reason === null && id !== undefined && version !== null) {
      const isExpected = (versions.get(id) ?? null) === version.expected;
      if (!isExpected) reason = new ConflictError(subject?.conflict ?? 'version');
    }
    if (reason === null && conditions.length > 0) {
      await flush();
      const unmet = await findUnmet(database, conditions);
      if (unmet !== null) reason = new ConflictError(unmet.conflict);
    }
    if (reason === null) {
      for (const write of change.writes) writes.push(write);
      if (run === runAlone) reason = await flush();
    }
    if (reason === null) {
      if (id !== undefined && version !== null) setVersion(versions, id, version.next);
      continue;
    }
    refused.set(change, reason);
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

async function runAll(database: Database, statements: readonly BoundStatement[]): Promise<null> {
  for (const { sql, values } of statements) await database.run(sql, ...values);
  return null;
}

/** Runs the statements of one change. @returns why nothing of it was stored; null: it was */
async function runAlone(
  database: Database,
  statements: readonly BoundStatement[],
): Promise<StoreError | null> {
  if (statements.length === 0) return null;
  await database.run('SAVEPOINT change');
  try {
    await runAll(database, statements);
    await database.run('RELEASE change');
    return null;
  } catch (error) {
    if (!isOfChange(error)) throw error;
    await database.run('ROLLBACK TO change');
    await database.run('RELEASE change');
    return new CommitFailedError(`the change was not stored: ${error.message}`, error.code);
  }
}

function isOfChange(error: unknown): error is StoreError {
  return error instanceof StoreError && OF_CHANGE.has(error.code);
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

/**
 * The first of some conditions that does not hold, or null. All are one statement: a call of sqlite3 costs more than a
 * condition.
 */
async function findUnmet(database: Database, conditions: readonly Condition[]): Promise<Condition | null> {
  const bound = conditions.map(bind);
  const sql = `SELECT json_array(${bound.map((condition) => `(${condition.sql})`).join(', ')}) AS held`;
  const row = await database.first<{ held: string }>(sql, ...bound.flatMap(({ values }) => values));
  const held: unknown = JSON.parse(row?.held ?? '[]');
  return conditions.find((_, index) => !Array.isArray(held) || held[index] !== 1) ?? null;
}

function bind(condition: Condition): { readonly sql: string; readonly values: readonly SqlValue[] } {
  if ('sql' in condition) return condition;
  const statements = STATEMENTS[condition.table];
  return { sql: statements.isStoredSql, values: [JSON.stringify(condition.row)] };
}
