import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Database } from '#guildhall/store/sqlite/database.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { migrate } from '#guildhall/store/sqlite/schema/migrate.js';
import { SCHEMA_STEPS } from '#guildhall/store/sqlite/schema/steps.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

/** A person of the first schema. */
const ADA = `INSERT INTO users (id, username, discriminator, bot, mfa_enabled, verified)
  VALUES (7, 'Ada', '0001', 0, 0, 1)`;

/** The definitions of all tables and indexes. */
async function schemaOf(path: string): Promise<unknown[]> {
  const database = await Database.open(path);
  try {
    return await database.all('SELECT type, name, sql FROM sqlite_master ORDER BY type, name');
  } finally {
    await database.close();
  }
}

/** Writes a store as the program of that version left it. */
async function writeStore(path: string, version: number): Promise<void> {
  const database = await Database.open(path);
  await migrate(database, SCHEMA_STEPS.slice(0, 1));
  await database.exec(ADA);
  await migrate(database, SCHEMA_STEPS.slice(0, version));
  await database.close();
}

for (const version of SCHEMA_STEPS.keys()) {
  if (version === 0) continue;
  test(`a store of schema version ${version} is upgraded and preserves its people`, async () => {
    await withTemporaryFolder(async (folder) => {
      const [upgraded, created] = [join(folder, 'upgraded.db'), join(folder, 'created.db')];
      await writeStore(upgraded, version);
      const store = await openStore(upgraded, assert.ifError);
      const [ada] = await store.accounts.byIds(['7']);
      await store.close();
      assert.deepEqual([ada?.username, ada?.discriminator], ['Ada', '0001']);
      await (await openStore(created, assert.ifError)).close();
      assert.deepEqual(await schemaOf(upgraded), await schemaOf(created));
    });
  });
}
