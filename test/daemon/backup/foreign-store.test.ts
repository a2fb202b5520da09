import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { homeFiles } from '#guildhall/platform/home.js';
import { Database } from '#guildhall/store/sqlite/database.js';
import { migrate } from '#guildhall/store/sqlite/schema/migrate.js';
import { SCHEMA_STEPS } from '#guildhall/store/sqlite/schema/steps.js';
import { runCommand } from '../../helpers/run-command.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';
import { writeArchive } from './support.js';

/** A backup with a store of a schema version that was changed afterwards. */
async function writeBackup(
  folder: string,
  sql: string,
  { version = SCHEMA_STEPS.length, files = {} }: { version?: number; files?: Record<string, string> } = {},
): Promise<string> {
  const [path, file] = [join(folder, 'made.db'), join(folder, 'backup.tar')];
  const database = await Database.open(path);
  await migrate(database, SCHEMA_STEPS.slice(0, version));
  await database.exec(sql);
  await database.close();
  await writeArchive(file, { ...files, 'store.db': await readFile(path) });
  return file;
}

const restore = (file: string, home: string) => runCommand(['restore', file, '--yes', '--home', home]);

const ADA = `INSERT INTO users (id, username, discriminator, bot, mfa_enabled, verified)
  VALUES (7, 'Ada', '0001', 0, 0, 1);`;

const FOREIGN: Readonly<Record<string, readonly [sql: string, reason: RegExp]>> = {
  'a trigger': [
    'CREATE TRIGGER steal AFTER INSERT ON tokens BEGIN DELETE FROM users; END',
    /the trigger "steal" in it is not Guildhall's/,
  ],
  'a trigger with the name of another one': [
    `DROP TRIGGER files_of_deleted_attachments;
     CREATE TRIGGER files_of_deleted_attachments AFTER DELETE ON attachments BEGIN DELETE FROM users; END`,
    /its trigger files_of_deleted_attachments differs from Guildhall's/,
  ],
  'a view': ['CREATE VIEW shown AS SELECT * FROM users', /the view "shown" in it is not Guildhall's/],
  'a view in place of a table': [
    'DROP TABLE bans; CREATE VIEW bans AS SELECT 1 AS guild_id',
    /the view "bans" in it is not Guildhall's/,
  ],
  'a table': ['CREATE TABLE more (id INTEGER)', /the table "more" in it is not Guildhall's/],
  'a virtual table': [
    'CREATE VIRTUAL TABLE words USING fts5(text)',
    /the table "words\w*" in it is not Guildhall's/,
  ],
  'an index': ['CREATE INDEX more ON users (hex(username))', /the index "more" in it is not Guildhall's/],
  // Fails the check of the pages, which would have to be evaluated for that.
  'a changed table': [
    `${ADA} PRAGMA writable_schema = ON;
     UPDATE sqlite_schema SET sql = replace(sql, 'username TEXT NOT NULL', 'username TEXT NOT NULL CHECK (0)') WHERE name = 'users'`,
    /its table users differs from Guildhall's/,
  ],
  'a missing index': ['DROP INDEX lasting_grants', /its index lasting_grants is missing/],
};

for (const [what, [sql, reason]] of Object.entries(FOREIGN)) {
  test(`a backup whose store has ${what} is not restored`, () =>
    withTemporaryFolder(async (folder) => {
      const home = join(folder, 'home');
      const { exitCode, errors } = await restore(await writeBackup(folder, sql), home);
      assert.equal(exitCode, 1);
      assert.match(errors, /is not a complete backup/);
      assert.match(errors, reason);
      assert.match(errors, /Nothing was changed/);
      assert.deepEqual(
        (await readdir(home)).filter((name) => !name.endsWith('.lock')),
        [],
      );
    }));
}

for (const version of SCHEMA_STEPS.keys()) {
  test(`a backup with a store of schema version ${version} is restored`, () =>
    withTemporaryFolder(async (folder) => {
      const { exitCode, errors } = await restore(
        await writeBackup(folder, version === 0 ? '' : ADA, { version }),
        join(folder, 'home'),
      );
      assert.equal(exitCode, 0, errors);
    }));
}

test('a store that somebody extended is not backed up, because it could not be restored', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    assert.equal((await restore(await writeBackup(folder, ADA), home)).exitCode, 0);
    const database = await Database.open(homeFiles(home).database);
    await database.exec('CREATE INDEX mine ON users (username)');
    await database.close();
    const { exitCode, errors } = await runCommand(['backup', join(folder, 'b.tar'), '--home', home]);
    assert.equal(exitCode, 1);
    assert.match(errors, /the index "mine" in it is not Guildhall's/);
  }));

const ONCE_GRANTS = `${ADA}
  INSERT INTO applications (id, name, description, secret_hash, approved, rpc_origins, redirect_uris, testers)
    VALUES (9, 'Game', '', '', 1, '[]', '[]', '[]');
  INSERT INTO grants (id, user_id, application_id, scopes, created_at, once)
    VALUES (11, 7, 9, 'rpc', 0, 1), (12, 7, 9, 'rpc', 0, 1), (13, 7, 9, 'rpc', 0, 0)`;

test('grants that were allowed once are revoked after a restore, also those that the files of the backup lack', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    for (const files of [{}, { 'once-grants.json': toFile([{ grant_id: '11', user_id: '7' }]) }]) {
      await writeFile(join(folder, 'made.db'), '');
      const { exitCode, errors } = await restore(await writeBackup(folder, ONCE_GRANTS, { files }), home);
      assert.equal(exitCode, 0, errors);
      const { grants } = JSON.parse(await readFile(homeFiles(home).onceGrants, 'utf8')) as {
        grants: { grant_id: string; user_id: string }[];
      };
      assert.deepEqual(new Set(grants.map(({ grant_id }) => grant_id)), new Set(['11', '12']));
      assert.ok(grants.every(({ user_id }) => user_id === '7'));
    }
  }));

test('grants of another service to revoke are kept by a restore', () =>
  withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    await writeFile(join(folder, 'made.db'), '');
    const foreign = { grant_id: '11', user_id: '7', service: 'https://chat.example/api' };
    const files = { 'once-grants.json': toFile([foreign]) };
    const { exitCode, errors } = await restore(await writeBackup(folder, ONCE_GRANTS, { files }), home);
    assert.equal(exitCode, 0, errors);
    const { grants } = JSON.parse(await readFile(homeFiles(home).onceGrants, 'utf8')) as { grants: object[] };
    const ofStore = ['11', '12'].map((grant_id) => ({ grant_id, user_id: '7', service: 'embedded' }));
    assert.deepEqual(grants, [foreign, ...ofStore]);
  }));

test('before a restore, applications are named that its own service knows', () =>
  withTemporaryFolder(async (folder) => {
    const one = { user_id: '7', application_id: '9', origin: 'http://localhost:3000', scopes: ['rpc'] };
    const allowed = [one, { ...one, service: 'https://chat.example/api' }];
    const files = { 'remembered.json': JSON.stringify({ version: 1, allowed }) };
    const file = await writeBackup(folder, ONCE_GRANTS, { files });
    const home = join(folder, 'home');
    const { output } = await runCommand(['restore', file, '--home', home], {}, { input: 'no\n' });
    assert.deepEqual(output.match(/^(Game|–) +9 /gm), ['Game         9 ', '–            9 ']);
  }));

function toFile(grants: readonly object[]): string {
  return JSON.stringify({ version: 1, grants });
}
