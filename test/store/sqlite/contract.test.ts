import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type Mock, mock, test } from 'node:test';
import sqlite3 from 'sqlite3';
import { TABLES } from '#guildhall/store/sql/tables.js';
import { SWEEPS } from '#guildhall/store/sql/writes.js';
import { Database } from '#guildhall/store/sqlite/database.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { migrate } from '#guildhall/store/sqlite/schema/migrate.js';
import { SCHEMA_STEPS } from '#guildhall/store/sqlite/schema/steps.js';
import { STATEMENTS } from '#guildhall/store/sqlite/table-statements.js';
import { describeStore } from '../contract/index.js';
import { planOf, type QueryPlan } from './query-plan.js';

/**
 * Statements that may read every row of a table, each with the reason. The cost of all others depends on what they
 * return, not on the size of the store.
 */
const FULL_SCANS: readonly { sql: RegExp; reason: string }[] = [
  {
    sql: /FROM users WHERE bot = 0 ORDER BY id(?: LIMIT|\)$)/,
    reason: 'lists all people, or stops at the limit',
  },
  { sql: /FROM applications ORDER BY id\)$/, reason: 'lists all applications' },
  {
    sql: /FROM integrations WHERE enabled = 1/,
    reason: 'lists all guilds with integrations, every five minutes',
  },
  { sql: /FROM removed_files ORDER BY id LIMIT/, reason: 'stops at the limit' },
  { sql: /FROM attachments UNION ALL/, reason: 'counts all files, once at the start' },
];

/** Tables whose rows are never removed, so that no row is searched that refers to one. */
const PERMANENT = ['users'];

/** What the store sends while the contract runs, whose plans are examined afterwards. */
let prepare: Mock<sqlite3.Database['prepare']>;
let exec: Mock<sqlite3.Database['exec']>;
let database: Database;
before(async () => {
  database = await Database.open(':memory:');
  await migrate(database, SCHEMA_STEPS);
  prepare = mock.method(sqlite3.Database.prototype, 'prepare');
  exec = mock.method(sqlite3.Database.prototype, 'exec');
});
after(async () => {
  prepare.mock.restore();
  exec.mock.restore();
  await database.close();
});

describeStore(async (onError) => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
  const path = join(folder, 'home', 'guildhall.db');
  return {
    folder,
    open: () => openStore(path, onError),
    openBackup: (copy) => openStore(copy, onError),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
});

/** The statements of the triggers that the store has created, with parameters, as they would run alone. */
function combinedStatements(): string[] {
  const scripts = exec.mock.calls.map((call) => String(call.arguments[0]));
  return scripts.flatMap((script) => {
    const steps = /CREATE TEMP TRIGGER .* BEGIN (.*) END$/s.exec(script)?.[1] ?? '';
    const alone = steps.replaceAll(/NEW\.value_\d+/g, '?').replaceAll(/RAISE\(.*?\)/g, '1');
    return alone.split(/;\s*/).filter(Boolean);
  });
}

/** The plans of every statement that the store has prepared for the contract, and of those that tables and sweeps have. */
async function allPlans(): Promise<QueryPlan[]> {
  const prepared = prepare.mock.calls.map((call) => String(call.arguments[0]));
  const combined = combinedStatements();
  assert.ok(
    combined.some((sql) => sql.includes('stored.version')),
    'the comparison of versions is among them',
  );
  const declared = [
    ...Object.values(STATEMENTS).flatMap(({ putSql, removeSql, isStoredSql }) => [
      putSql,
      removeSql,
      isStoredSql,
    ]),
    ...Object.values(SWEEPS),
  ];
  const statements = new Set(
    [...prepared, ...combined, ...declared].filter(
      (sql) => !/^(?:PRAGMA|VACUUM|EXPLAIN|INSERT INTO batch_)/.test(sql),
    ),
  );
  return await Promise.all([...statements].map((sql) => planOf(database, sql)));
}

test('no statement reads all rows of a table, except the listed ones', async () => {
  const scanning = (await allPlans()).filter(({ scans }) => scans.length > 0);
  const unexpected = scanning.filter(({ sql }) => !FULL_SCANS.some((one) => one.sql.test(sql)));
  assert.deepEqual(unexpected, []);
  const unneeded = FULL_SCANS.filter((one) => !scanning.some(({ sql }) => one.sql.test(sql)));
  assert.deepEqual(unneeded, [], 'exceptions that no statement needs');
});

test('no page is sorted: reading it costs as much as its rows', async () => {
  const pages = (await allPlans()).filter(({ sql }) => /LIMIT \?/.test(sql));
  assert.ok(pages.length > 5, `${pages.length} statements with a limit`);
  assert.deepEqual(
    pages.filter(({ sorts }) => sorts),
    [],
  );
});

test('removing a row finds the rows that refer to it by an index', async () => {
  const scanning: string[] = [];
  for (const table of Object.keys(TABLES)) {
    const columns = await database.all<{ id: number; table: string; from: string }>(
      `PRAGMA foreign_key_list(${table})`,
    );
    for (const key of new Set(columns.map(({ id }) => id))) {
      const ofKey = columns.filter(({ id }) => id === key);
      if (ofKey.some((column) => PERMANENT.includes(column.table))) continue;
      const condition = ofKey.map(({ from }) => `${from} = ?`).join(' AND ');
      const { scans, sql } = await planOf(database, `SELECT 1 FROM ${table} WHERE ${condition}`);
      if (scans.length > 0) scanning.push(sql);
    }
  }
  assert.deepEqual(scanning, []);
});

test('a page of an audit log is found by the user or the action that it is filtered by', async () => {
  const plans = await allPlans();
  const isFiltered = /FROM audit_log WHERE guild_id = \? AND (?:user_id|action_type) = \?/;
  const filtered = plans.filter(({ sql }) => isFiltered.test(sql));
  assert.ok(filtered.length >= 3, `${filtered.length} statements with filters`);
  for (const { searches } of filtered) {
    assert.match(searches.join(', '), /\(guild_id=\? AND (?:user_id|action_type)=\?/);
  }
  const optional = plans.filter(({ sql }) => /\?\d* IS NULL OR/.test(sql));
  assert.deepEqual(optional, [], 'a condition that may be left out is not searched by an index');
});
