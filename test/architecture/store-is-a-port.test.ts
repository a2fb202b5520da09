import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TABLES } from '#guildhall/store/sql/tables.js';
import { importedFiles, sourceFiles, specifiers, textOf } from './imports.js';

const SQLITE = 'store/sqlite/';

/**
 * What composes the service: it chooses the store, examines, locks, copies and replaces the home that has its file, and
 * copies stores to other databases.
 */
const COMPOSITION = [
  'daemon/backup/lock-backups.ts',
  'daemon/backup/restore-backup.ts',
  'daemon/backup/snapshot.ts',
  'daemon/checks/home-in-use-check.ts',
  'daemon/checks/store-check.ts',
  'daemon/copy-store.ts',
  'daemon/lock-home.ts',
  'daemon/open-configured-store.ts',
  'daemon/open-home.ts',
  'store/copy/write-backup.ts',
];

const files = sourceFiles();

test('only the composition root imports the SQLite store', () => {
  const users = files.filter(
    (name) => !name.startsWith(SQLITE) && importedFiles(name).some((imported) => imported.startsWith(SQLITE)),
  );
  assert.deepEqual(
    users.sort((a, b) => a.localeCompare(b)),
    COMPOSITION,
  );
});

test('only the PostgreSQL store imports pg', () => {
  const users = files.filter((name) => specifiers(name).some((one) => one === 'pg' || one.startsWith('pg/')));
  assert.ok(users.length > 0, 'the import was not found');
  assert.deepEqual(
    users.filter((name) => !name.startsWith('store/postgres/')),
    [],
  );
});

test('only stores use SQL statements, which import no database', () => {
  const isOwn = (name: string) => name.startsWith('store/sql/');
  const own = files.filter(isOwn);
  assert.ok(own.length > 10, 'the statements were not found');
  const users = files.filter((name) => !name.startsWith('store/') && importedFiles(name).some(isOwn));
  assert.deepEqual(users, []);
  for (const name of own) {
    const wrong = importedFiles(name).filter((path) => /^store\/[\w-]+\//.test(path) && !isOwn(path));
    assert.deepEqual(wrong, [], name);
  }
});

test('the store names the columns of a guild in its description and the schemas, and nowhere else', () => {
  const { guilds, ...others } = TABLES;
  const shared = new Set(Object.values(others).flatMap(({ columns }) => columns));
  const own = guilds.columns.filter((column) => column.includes('_') && !shared.has(column));
  assert.ok(own.includes('afk_timeout'), 'the columns were not found');
  const stores = files.filter((name) => name.startsWith('store/') && !name.includes('/schema/'));
  for (const column of own) {
    const names = new RegExp(`\\b${column.replaceAll('_', '_?')}\\b`, 'i');
    const users = stores.filter((name) => names.test(textOf(name)));
    assert.deepEqual(users, ['store/sql/tables.ts'], column);
  }
});

test('only the SQLite store imports sqlite3', () => {
  const users = files.filter((name) => specifiers(name).includes('sqlite3'));
  assert.ok(users.length > 0, 'the import was not found');
  assert.deepEqual(
    users.filter((name) => !name.startsWith(SQLITE)),
    [],
  );
});

test('the store port imports no implementation', () => {
  const port = files.filter((name) => /^store\/[\w-]+\.ts$/.test(name));
  assert.ok(port.includes('store/store.ts'), 'the port was not found');
  for (const name of port) {
    const wrong = importedFiles(name).filter((imported) => /^store\/[\w-]+\//.test(imported));
    assert.deepEqual(wrong, [], name);
  }
});
