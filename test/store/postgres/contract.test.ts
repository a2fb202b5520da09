import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type Mock, mock, test } from 'node:test';
import { Connection } from '#guildhall/store/postgres/connection.js';
import { STATEMENTS, toPostgres } from '#guildhall/store/postgres/table-statements.js';
import { SWEEPS } from '#guildhall/store/sql/writes.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { noPostgres, sharedPostgres } from '../../helpers/postgres/postgres-server.js';
import { describeStore } from '../contract/index.js';
import { FILL, scannedBy } from './query-plan.js';
import { openNode } from './support/open-node.js';

/** Statements that may read every row of a table, each with the reason. */
const FULL_SCANS: readonly { sql: RegExp; reason: string }[] = [
  { sql: /FROM schema_version$/, reason: 'has one row' },
  { sql: /FROM unfinished_copy$/, reason: 'has one row at most' },
  {
    sql: /^DELETE FROM commit_log/,
    reason: 'has a row for each writer of the last month, read once per connection',
  },
  {
    sql: /FROM integrations WHERE enabled = 1/,
    reason: 'lists all guilds with integrations, every five minutes',
  },
  { sql: /FROM attachments UNION ALL/, reason: 'counts all files, once at the start' },
];

/** Statements by which tests share databases. */
const IS_OF_TESTS = /returned_databases|database_numbers/;

/** What the store sends while the contract runs, whose plans are examined afterwards. */
let query: Mock<Connection['query']>;
before(() => {
  query = mock.method(Connection.prototype, 'query');
});
after(() => query.mock.restore());
describe('A store in PostgreSQL', { skip: noPostgres }, () => {
  describeStore(async (onError) => {
    const server = await sharedPostgres();
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
    const database = await server.takeDatabase();
    return {
      folder,
      open: () => openNode(server.settings(database), { onError }),
      openBackup: (copy) => openStore(copy, onError),
      async remove() {
        await server.returnDatabase(database);
        await rm(folder, { recursive: true, force: true });
      },
    };
  });
});

describe('Statements of a store in PostgreSQL with 10,000 rows in each table', { skip: noPostgres }, () => {
  let database: string;
  let connection: Connection;
  before(async () => {
    const server = await sharedPostgres();
    database = await server.takeDatabase();
    connection = await Connection.open(server.settings(database), { statementMs: null });
    await connection.exec(FILL);
  });
  after(async () => {
    await connection.close();
    await (await sharedPostgres()).dropDatabase(database);
  });

  test('none reads all rows of a table, except the listed ones', async () => {
    const sent = query.mock.calls.map((call) => String(call.arguments[0]));
    const declared = Object.values(STATEMENTS).flatMap((one) => [one.putSql, one.removeSql, one.isStoredSql]);
    const all = new Set([...sent, ...declared, ...Object.values(SWEEPS).map(toPostgres)]);
    const statements = [...all].filter(
      (sql) => /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)/.test(sql) && !IS_OF_TESTS.test(sql),
    );
    assert.ok(statements.length > 100, `${statements.length} statements`);
    const scanning: { sql: string; scans: string[] }[] = [];
    for (const sql of statements) {
      const scans = await scannedBy(connection, sql);
      if (scans.length > 0) scanning.push({ sql: sql.replace(/\s+/g, ' '), scans });
    }
    const unexpected = scanning.filter(({ sql }) => !FULL_SCANS.some((one) => one.sql.test(sql)));
    assert.deepEqual(unexpected, []);
    const unneeded = FULL_SCANS.filter((one) => !scanning.some(({ sql }) => one.sql.test(sql)));
    assert.deepEqual(unneeded, [], 'exceptions that no statement needs');
  });

  for (const call of [
    "SELECT fence_guild(500, 25, 26, '{}')",
    "SELECT * FROM take_guild(500, '25')",
    "SELECT renew_lease('500', '3 s')",
    "SELECT store_reply('new', '{}')",
  ]) {
    test(`${call} reads no table from its first row to its last`, async () => {
      await connection.exec('BEGIN');
      try {
        await connection.query(call);
        const scanned = await connection.query(
          'SELECT relname FROM pg_stat_xact_user_tables WHERE seq_scan > 0',
        );
        assert.deepEqual(scanned, []);
      } finally {
        await connection.exec('ROLLBACK');
        // Otherwise what this transaction scanned is counted in the next one, too.
        await connection.query('SELECT pg_stat_force_next_flush()');
      }
    });
  }
});
