import { Connection } from '#guildhall/store/postgres/connection.js';
import { toPostgres } from '#guildhall/store/postgres/table-statements.js';
import type { SqlValue } from '#guildhall/store/sql/reader.js';
import { Database } from '#guildhall/store/sqlite/database.js';
import { settingsOfTest } from './store-of-test.js';

/** The database of a service in a test, for what another process or a fault of the disk might do to it. */
export interface DatabaseOfTest {
  /** Runs statements separated by `;`, in SQL that both databases understand. Foreign keys are checked. */
  exec(sql: string): Promise<void>;
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;
  /** the columns of each table of the store */
  columns(): Promise<{ readonly table: string; readonly column: string }[]>;
  /** Makes the database refuse writes of a kind until it is called again. @param what e.g. `INSERT ON channels` */
  refuse(what: string): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Opens the database of a service. @param path its SQLite file, also where a database is in its place */
export async function openDatabaseOfTest(path: string): Promise<DatabaseOfTest> {
  const settings = settingsOfTest(path);
  if (settings !== null) return new PostgresOfTest(await Connection.open(settings));
  const database = await Database.open(path);
  await database.exec('PRAGMA foreign_keys = ON');
  return new SqliteOfTest(database);
}

/** Opens the database for one task. */
export async function withDatabaseOfTest<Result>(
  path: string,
  task: (database: DatabaseOfTest) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabaseOfTest(path);
  try {
    return await task(database);
  } finally {
    await database.close();
  }
}

class SqliteOfTest implements DatabaseOfTest {
  constructor(private readonly database: Database) {}

  exec(sql: string): Promise<void> {
    return this.database.exec(sql);
  }

  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.database.all(sql, ...values);
  }

  columns(): Promise<{ table: string; column: string }[]> {
    return this.all(`SELECT t.name AS "table", c.name AS "column" FROM sqlite_master t, pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`);
  }

  async refuse(what: string): Promise<() => Promise<void>> {
    await this.exec(
      `CREATE TRIGGER refusal BEFORE ${what} BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`,
    );
    return () => this.exec('DROP TRIGGER refusal');
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

class PostgresOfTest implements DatabaseOfTest {
  constructor(private readonly connection: Connection) {}

  exec(sql: string): Promise<void> {
    return this.connection.exec(sql);
  }

  async all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return (await this.connection.query(toPostgres(sql), values)) as Row[];
  }

  columns(): Promise<{ table: string; column: string }[]> {
    return this.all(`SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
      WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`);
  }

  async refuse(what: string): Promise<() => Promise<void>> {
    await this.exec(`CREATE FUNCTION refusal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'refused by the test'; END $$;
      CREATE TRIGGER refusal BEFORE ${what} FOR EACH ROW EXECUTE FUNCTION refusal()`);
    return () => this.exec('DROP FUNCTION refusal CASCADE');
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
