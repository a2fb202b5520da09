import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Database } from '#guildhall/store/sqlite/database.js';
import { migrate } from '#guildhall/store/sqlite/schema/migrate.js';

test('a schema step that fails is reported, undone, and followed by no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-migrate-'));
  const database = await Database.open(join(folder, 'guildhall.db'));
  try {
    const steps = [
      'CREATE TABLE first (id)',
      'CREATE TABLE second (id); INSERT INTO missing VALUES (1)',
      'CREATE TABLE third (id)',
    ];
    await assert.rejects(migrate(database, steps), /missing/);
    const tables = await database.all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table'",
    );
    assert.deepEqual(
      tables.map(({ name }) => name),
      ['first'],
    );
    assert.deepEqual(await database.first('PRAGMA user_version'), { user_version: 1 });
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
