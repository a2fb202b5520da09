import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { UserError } from '#guildhall/platform/errors.js';
import { snowflakeTime } from '#guildhall/protocol/snowflake.js';
import { StoreDamagedError, StoreError } from '#guildhall/store/errors.js';
import { put } from '#guildhall/store/sql/writes.js';
import { Database } from '#guildhall/store/sqlite/database.js';
import { inspectStore } from '#guildhall/store/sqlite/inspect-store.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { migrate, schemaVersion } from '#guildhall/store/sqlite/schema/migrate.js';
import { SCHEMA_STEPS } from '#guildhall/store/sqlite/schema/steps.js';
import { assertPrivate } from '../../helpers/assert-private.js';
import { eventually } from '../../helpers/eventually.js';
import { onlyLinux, onlyPosix } from '../../helpers/only-on.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';
import { account, addAccounts, addGuild } from '../contract/fixtures.js';
import { addMessages } from './add-messages.js';
import { userRow } from './rows.js';
import { writeRows } from './write-rows.js';

const ignore = () => undefined;

test('opening creates a missing store, readable by its owner only', async () => {
  await withTemporaryFolder(async (folder) => {
    const home = join(folder, 'home');
    const store = await openStore(join(home, 'guildhall.db'), ignore);
    await addAccounts(store, '1');
    await assertPrivate(home);
    const files = await readdir(home);
    assert.deepEqual(
      files.sort((a, b) => a.localeCompare(b)),
      ['guildhall.db', 'guildhall.db-shm', 'guildhall.db-wal'],
    );
    for (const file of files) await assertPrivate(join(home, file));
    await store.close();
  });
});

test('committed changes are present after reopening', async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'guildhall.db');
    const first = await openStore(path, ignore);
    await addAccounts(first, '7');
    await first.close();
    const second = await openStore(path, ignore);
    assert.deepEqual(await second.accounts.byIds(['7']), [account('7')]);
    assert.equal(await second.newestId(), '7');
    await second.close();
  });
});

/** The locks that this process has on a file. `/proc/locks` has those of all processes, and of other devices with its inode. */
async function listOwnLocks(path: string): Promise<string[]> {
  const locks: string[] = [];
  for (const descriptor of await readdir('/proc/self/fd')) {
    const target = await readlink(`/proc/self/fd/${descriptor}`).catch(() => null);
    if (target !== path) continue;
    const info = await readFile(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    locks.push(...info.split('\n').filter((line) => line.startsWith('lock:')));
  }
  return locks;
}

test('a store that was examined and copied keeps its locks', {
  skip: onlyLinux('/proc/self/fdinfo'),
}, async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(await realpath(folder), 'guildhall.db');
    const store = await openStore(path, ignore);
    // Without them another program that opens and closes the store removes its log.
    const before = await listOwnLocks(path);
    assert.notDeepEqual(before, []);
    assert.equal((await inspectStore(path)).state, 'usable');
    await store.backup(join(folder, 'copy.db'));
    assert.deepEqual(await listOwnLocks(path), before);
    await store.close();
  });
});

test('commits reach the disk, and the connection that reads cannot write', async (context) => {
  await withTemporaryFolder(async (folder) => {
    const open = Database.open.bind(Database);
    const connections: Database[] = [];
    context.mock.method(Database, 'open', async (path: string) => {
      const database = await open(path);
      connections.push(database);
      return database;
    });
    const store = await openStore(join(folder, 'guildhall.db'), ignore);
    const [writing, reading] = connections;
    assert.deepEqual(await writing?.first('PRAGMA journal_mode'), { journal_mode: 'wal' });
    assert.deepEqual(await writing?.first('PRAGMA synchronous'), { synchronous: 2 });
    await assert.rejects(reading?.run('DELETE FROM users') ?? Promise.resolve(), { code: 'SQLITE_READONLY' });
    await store.close();
  });
});

test('a store of a newer program is refused with the hint, and stays unchanged', async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'guildhall.db');
    await (await openStore(path, ignore)).close();
    const newer = SCHEMA_STEPS.length + 1;
    const database = await Database.open(path);
    await database.exec(`PRAGMA user_version = ${newer}`);
    await database.close();
    await assert.rejects(openStore(path, ignore), (error: unknown) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, new RegExp(`guildhall.db has schema version ${newer}`));
      assert.match(error.hint ?? '', /newer program/);
      return true;
    });
    const after = await Database.open(path);
    assert.deepEqual(await after.first('PRAGMA user_version'), { user_version: newer });
    await after.close();
  });
});

test('a file that is not a store is refused', async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'guildhall.db');
    await writeFile(path, 'this is a letter to my aunt, and quite a long one at that'.repeat(50));
    await assert.rejects(
      openStore(path, ignore),
      (error: unknown) => error instanceof UserError && /damaged/.test(error.message),
    );
  });
});

/** Overwrites the last pages, which have rows of the table that was filled last. */
async function damage(path: string): Promise<void> {
  const file = await open(path, 'r+');
  const { size } = await file.stat();
  await file.write(Buffer.alloc(64 * 1024, 0x5a), 0, 64 * 1024, size - 64 * 1024);
  await file.close();
}

const manyUsers = () => Array.from({ length: 2000 }, (_, index) => put('users', userRow(String(index + 1))));

test('a damaged store is refused', async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'guildhall.db');
    const store = await openStore(path, ignore);
    await store.close();
    await writeRows(path, manyUsers());
    await damage(path);
    await assert.rejects(
      openStore(path, ignore),
      (error: unknown) => error instanceof UserError && /damaged/.test(error.message),
    );
  });
});

test('damage in a large store is found while it is used; changes are refused and reads continue', async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'guildhall.db');
    await (await openStore(path, ignore)).close();
    await writeRows(path, manyUsers());
    await damage(path);
    const errors: unknown[] = [];
    const store = await openStore(path, (error) => errors.push(error), { checkedFirst: 0 });
    await eventually(() => errors.length > 0);
    const [error] = errors;
    assert.ok(error instanceof StoreDamagedError);
    assert.match(error.message, /guildhall\.db is damaged: .+; restore a backup/s);
    await assert.rejects(addAccounts(store, '9000'), StoreDamagedError);
    assert.throws(() => store.assertRoom(), StoreDamagedError);
    assert.deepEqual(await store.applications.list(), []);
    await store.settled();
    await store.close();
    assert.equal(errors.length, 1);
  });
});

test('damage that a read finds ends changes', async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'guildhall.db');
    await (await openStore(path, ignore)).close();
    await writeRows(path, manyUsers());
    const errors: unknown[] = [];
    const store = await openStore(path, (error) => errors.push(error));
    await damage(path);
    await assert.rejects(store.accounts.byIds(['1999']), { code: 'SQLITE_CORRUPT' });
    assert.throws(() => store.assertRoom(), StoreDamagedError);
    await assert.rejects(addAccounts(store, '9000'), StoreDamagedError);
    assert.equal(errors.length, 1);
    await store.close();
  });
});

const MOVED: readonly (readonly [string, (path: string) => Promise<void>])[] = [
  ['whose folder was renamed', (path) => rename(dirname(path), `${dirname(path)} moved`)],
  ['whose folder was removed', (path) => rm(dirname(path), { recursive: true })],
  [
    'that was replaced by a copy',
    async (path) => {
      await copyFile(path, `${path}.copy`);
      await rename(`${path}.copy`, path);
    },
  ],
  ['that was truncated', (path) => truncate(path, 4096)],
  ['whose log was truncated', (path) => truncate(`${path}-wal`, 4096)],
  ['whose log was removed', (path) => rm(`${path}-wal`)],
];

for (const [title, change] of MOVED) {
  const skip = /removed|replaced/.test(title) && onlyPosix('a file that is open stays');
  test(`a store ${title} while it is in use accepts no changes`, { skip }, async () => {
    await withTemporaryFolder(async (folder) => {
      await mkdir(join(folder, 'home'));
      const path = join(folder, 'home', 'guildhall.db');
      const errors: unknown[] = [];
      await (await openStore(path, ignore)).close();
      const store = await openStore(path, (error) => errors.push(error));
      await addAccounts(store, '1');
      await change(path);
      await assert.rejects(addAccounts(store, '2'), { code: 'DAMAGED' });
      assert.throws(() => store.assertRoom(), StoreDamagedError);
      assert.equal(errors.length, 1);
      await store.close().catch(ignore);
    });
  });
}

/** A store with one account as a process that is killed leaves it: everything is in the log. */
async function makeCrashedStore(folder: string): Promise<string> {
  const [path, crashed] = [join(folder, 'guildhall.db'), join(folder, 'crashed.db')];
  const store = await openStore(path, ignore);
  await addAccounts(store, '1');
  await copyFile(path, crashed);
  await copyFile(`${path}-wal`, `${crashed}-wal`);
  await store.close();
  return crashed;
}

/** The hashes of the files of a store that are not empty, by their names; `-shm` is recreated by each process. */
async function filesOf(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of await readdir(dirname(path))) {
    const content = /^crashed\.db(-wal)?$/.test(name) ? await readFile(join(dirname(path), name)) : '';
    if (content.length > 0) found[name] = createHash('sha256').update(content).digest('hex');
  }
  return found;
}

/** How a store lost its content; the expected reason; and whether only the account file says so. */
const LOSSES: readonly (readonly [string, (path: string) => Promise<void>, RegExp, boolean])[] = [
  [
    'is missing next to its log',
    (path) => rm(path),
    /it is missing, although there is its log \S+-wal$/,
    false,
  ],
  ['was truncated', (path) => truncate(path, 0), /it was truncated, although there is its log/, false],
  ['lost most of its header', (path) => truncate(path, 99), /it was truncated, although there/, false],
  ['has lost its log', (path) => rm(`${path}-wal`), /it is empty, and its log \S+-wal is missing$/, false],
  ['has an empty log', (path) => truncate(`${path}-wal`), /it has no accounts, although \S+ names/, true],
  [
    'has a log whose begin was overwritten',
    async (path) => {
      const file = await open(`${path}-wal`, 'r+');
      await file.write(Buffer.alloc(80 * 1024, 0x5a), 0, 80 * 1024, 0);
      await file.close();
    },
    /it has no accounts, although/,
    true,
  ],
  [
    'is missing with its log',
    (path) => Promise.all([rm(path), rm(`${path}-wal`)]).then(ignore),
    /it is missing, although \S+account\.json names an account of it$/,
    true,
  ],
  [
    'is empty and has no log',
    (path) => Promise.all([truncate(path), rm(`${path}-wal`)]).then(ignore),
    /it has no accounts, although/,
    true,
  ],
  [
    'has only its schema',
    async (path) => {
      await rm(`${path}-wal`);
      await rm(path);
      await (await openStore(path, ignore)).close();
    },
    /it has no accounts, although/,
    true,
  ],
];

for (const [title, lose, reason, needsAccountFile] of LOSSES) {
  test(`a store that ${title} is refused, and stays unchanged`, async () => {
    await withTemporaryFolder(async (folder) => {
      const path = await makeCrashedStore(folder);
      await lose(path);
      const before = await filesOf(path);
      const accountFile = needsAccountFile ? join(folder, 'account.json') : null;
      await assert.rejects(openStore(path, ignore, { accountFile }), (error: unknown) => {
        assert.ok(error instanceof UserError);
        assert.match(error.message, reason);
        assert.match(error.hint ?? '', /Move its files back, or restore a backup/);
        return true;
      });
      assert.equal((await inspectStore(path, accountFile)).state, 'damaged');
      assert.deepEqual(await filesOf(path), before);
    });
  });
}

test('a store with the accounts of its account file is opened, also with everything in its log', async () => {
  await withTemporaryFolder(async (folder) => {
    const path = await makeCrashedStore(folder);
    const store = await openStore(path, ignore, { accountFile: join(folder, 'account.json') });
    assert.deepEqual(await store.accounts.byIds(['1']), [account('1')]);
    await store.close();
  });
});

test('a start that was killed before it made the schema is repeated', async () => {
  await withTemporaryFolder(async (folder) => {
    const path = await makeCrashedStore(folder);
    await truncate(`${path}-wal`);
    await (await openStore(path, ignore)).close();
    await truncate(path);
    await (await openStore(path, ignore)).close();
    await rm(path);
    await writeFile(`${path}-wal`, '');
    const store = await openStore(path, ignore);
    await addAccounts(store, '1');
    await store.close();
  });
});

test('after a first start that failed, e.g. on a full disk, the next one makes the store', async (t) => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'guildhall.db');
    const exec = Database.prototype.exec;
    const full = t.mock.method(Database.prototype, 'exec', function (this: Database, sql: string) {
      if (sql.startsWith('BEGIN'))
        return Promise.reject(new StoreError('database or disk is full', 'SQLITE_FULL'));
      return exec.call(this, sql);
    });
    await assert.rejects(openStore(path, ignore), { code: 'SQLITE_FULL' });
    full.mock.restore();
    const store = await openStore(path, ignore);
    await addAccounts(store, '1');
    await store.close();
  });
});

test('a store of another program stays unchanged if the first step of the schema fails', async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'guildhall.db');
    const other = await Database.open(path);
    await other.exec('CREATE TABLE users (name)');
    await other.close();
    await assert.rejects(openStore(path, ignore));
    const kept = await Database.open(path);
    assert.deepEqual(await kept.all('SELECT name FROM sqlite_master'), [{ name: 'users' }]);
    await kept.close();
  });
});

test('a store with a changed header is refused as damaged', async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'guildhall.db');
    await (await openStore(path, ignore)).close();
    // The format and the version of the schema, which SQLite reports as errors of statements.
    for (const at of [47, 60]) {
      await changeByte(path, at);
      await assert.rejects(
        openStore(path, ignore),
        (error: unknown) => error instanceof UserError && /guildhall\.db is damaged/.test(error.message),
      );
      await changeByte(path, at);
    }
  });
});

async function changeByte(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes.writeUInt8((bytes[at] ?? 0) ^ 0xff, at);
  await writeFile(path, bytes);
}

test('a large store of an older schema is checked before the schema is changed', async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'guildhall.db');
    const older = await Database.open(path);
    await migrate(older, SCHEMA_STEPS.slice(0, -1));
    await older.close();
    await writeRows(path, manyUsers());
    await damage(path);
    await assert.rejects(openStore(path, ignore, { checkedFirst: 0 }), UserError);
    const after = await Database.open(path);
    assert.equal(await schemaVersion(after), SCHEMA_STEPS.length - 1);
    await after.close();
  });
});

test('closing a large store ends its check', async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'guildhall.db');
    const errors: unknown[] = [];
    const created = await openStore(path, ignore);
    await addAccounts(created, '1');
    await addGuild(created, '100');
    await created.close();
    await addMessages(path, { count: 200_000, channels: ['110'], authors: ['1'] });
    const store = await openStore(path, (error) => errors.push(error), { checkedFirst: 0 });
    await store.close();
    assert.deepEqual(errors, []);
  });
});

test('integrations from before they had roles of their own get one each', async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'guildhall.db');
    const older = await Database.open(path);
    const isNewer = (step: string) => step.includes('CREATE TABLE integration_subscribers');
    await migrate(older, SCHEMA_STEPS.slice(0, SCHEMA_STEPS.findIndex(isNewer)));
    await older.exec(`
      INSERT INTO users (id, username, discriminator, bot, mfa_enabled, verified)
        VALUES (1, 'Ada', '0001', 0, 0, 0);
      INSERT INTO guilds VALUES (5, 1, 'World', NULL, NULL, 1, 'us-west', NULL, 300, 0, NULL, 0, 0, 0, '[]', 0,
        NULL, 0, NULL, NULL);
      INSERT INTO roles VALUES (5, 5, '@everyone', 0, 0, 0, 1024, 0, 0);
      INSERT INTO integrations VALUES (5, 7, 'stream', 'twitch', 1, 0, 5, 0, 60, 0, 1, '7', 'stream', 1000),
        (5, 8, 'tube', 'youtube', 1, 0, 5, 0, 60, 0, 1, '8', 'tube', 1000)`);
    await older.close();
    const store = await openStore(path, ignore);
    const stored = await store.guilds.load('5');
    await store.close();
    assert.ok(stored);
    const [everyone, ...made] = stored.state.roles.values();
    assert.equal(everyone?.id, '5');
    assert.deepEqual(
      made.map(({ name, managed, permissions, position }) => [name, managed, permissions, position]),
      [
        ['stream', true, 0, 1],
        ['tube', true, 0, 1],
      ],
    );
    assert.deepEqual(
      [...stored.state.integrations.values()].map(({ roleId, expireGracePeriod }) => [
        roleId,
        expireGracePeriod,
      ]),
      made.map(({ id }) => [id, 60]),
    );
    // As an id of this moment says: the store's next ones are newer.
    for (const { id } of made) assert.ok(Math.abs(snowflakeTime(id) - Date.now()) < 60_000);
  });
});

test('a backup made while the store is in use is whole', async () => {
  await withTemporaryFolder(async (folder) => {
    const store = await openStore(join(folder, 'guildhall.db'), ignore);
    await addAccounts(store, '1');
    const writing = Promise.all(
      Array.from({ length: 100 }, (_, index) => addAccounts(store, String(index + 2))),
    );
    await store.backup(join(folder, 'backup.db'));
    await writing;
    await store.close();
    await copyFile(join(folder, 'backup.db'), join(folder, 'restored.db'));
    const restored = await openStore(join(folder, 'restored.db'), ignore);
    assert.deepEqual(await restored.accounts.byIds(['1']), [account('1')]);
    await restored.close();
  });
});
