import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importedFiles, sourceFiles, specifiers } from './imports.js';

const SQLITE = 'store/sqlite/';

/** What composes the service: it chooses the store, and locks the home that has its file. */
const COMPOSITION = ['daemon/run-api.ts', 'daemon/service.ts', 'daemon/start-daemon.ts'];

const files = sourceFiles();

test('nothing outside its folder imports the store in SQLite, except what composes the service', () => {
  const users = files.filter(
    (name) => !name.startsWith(SQLITE) && importedFiles(name).some((imported) => imported.startsWith(SQLITE)),
  );
  assert.deepEqual(
    users.sort((a, b) => a.localeCompare(b)),
    COMPOSITION,
  );
});

test('only the store in SQLite imports the package sqlite3', () => {
  const users = files.filter((name) => specifiers(name).includes('sqlite3'));
  assert.ok(users.length > 0, 'the import was not found');
  assert.deepEqual(
    users.filter((name) => !name.startsWith(SQLITE)),
    [],
  );
});

test('the port imports nothing of an implementation', () => {
  const port = files.filter((name) => /^store\/[\w-]+\.ts$/.test(name));
  assert.ok(port.includes('store/store.ts'), 'the port was not found');
  for (const name of port) {
    const wrong = importedFiles(name).filter((imported) => /^store\/[\w-]+\//.test(imported));
    assert.deepEqual(wrong, [], name);
  }
});
