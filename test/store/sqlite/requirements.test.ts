import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { ConflictError } from '#guildhall/store/errors.js';
import { absent, atMost, type Condition, type Subject, unchanged } from '#guildhall/store/sql/conditions.js';
import type { SqlValue } from '#guildhall/store/sql/reader.js';
import { TABLES } from '#guildhall/store/sql/tables.js';
import { Writer } from '#guildhall/store/sql/writer.js';
import { put, remove } from '#guildhall/store/sql/writes.js';
import { SqliteCommitter } from '#guildhall/store/sqlite/committer.js';
import { Database } from '#guildhall/store/sqlite/database.js';
import { SqliteReader } from '#guildhall/store/sqlite/reader.js';
import { migrate } from '#guildhall/store/sqlite/schema/migrate.js';
import { SCHEMA_STEPS } from '#guildhall/store/sqlite/schema/steps.js';
import { channelRow, guildRow, memberRow, messageRow, userRow } from './rows.js';

let database: Database;
let writer: Writer;
let reader: SqliteReader;
const ran: string[] = [];

beforeEach(async () => {
  database = await Database.open(':memory:');
  await database.exec('PRAGMA foreign_keys = ON');
  await migrate(database, SCHEMA_STEPS);
  writer = new Writer(new SqliteCommitter(database), (error) => assert.fail(String(error)));
  reader = new SqliteReader(database);
  const guilds = ['10', '20'].map((id) => put('guilds', { ...guildRow(id, '1'), version: 5 }));
  await writer.commit([put('users', userRow('1')), put('users', userRow('2')), ...guilds]);
  ran.length = 0;
  const run = database.run.bind(database);
  database.run = (sql: string, ...values: SqlValue[]) => {
    ran.push(sql.split(/\s+/, 3).join(' '));
    return run(sql, ...values);
  };
});
afterEach(() => database.close());

/** Renames a guild from one version to the next. */
const rename = (id: string, expected: number, name: string) =>
  writer.commit(
    [put('guilds', { ...guildRow(id, '1'), version: expected + 1, name })],
    {},
    { subject: { id, version: { expected, next: expected + 1 } } },
  );
/** Makes a user a member of a guild that stays at its version. */
const join = (id: string, version: number, userId: string) =>
  writer.commit(
    [put('members', memberRow(id, userId))],
    {},
    { subject: { id, version: { expected: version, next: version } } },
  );
const conflict = (name: string) => (error: unknown) =>
  error instanceof ConflictError && error.conflict === name;
const guilds = async () =>
  (await reader.values('guilds', 'FROM guilds ORDER BY id')).map(
    (row) => `${TABLES.guilds.fieldOf(row, 'name')} ${TABLES.guilds.fieldOf(row, 'version')}`,
  );
const memberCount = () => reader.count('SELECT COUNT(*) AS count FROM members');

describe('The version of a guild', () => {
  test('is compared in the statement that changes it', async () => {
    await rename('10', 5, 'new');
    assert.deepEqual(ran, ['INSERT INTO batch_1']);
    assert.deepEqual(await guilds(), ['new 6', `${guildRow('20', '1').name} 5`]);
  });

  test('rises from change to change of one batch', async () => {
    await Promise.all([rename('10', 5, 'a'), rename('10', 6, 'b'), rename('20', 5, 'c'), join('10', 7, '2')]);
    assert.deepEqual(await guilds(), ['b 7', 'c 6']);
    assert.equal(await memberCount(), 1);
  });

  test('refuses a change that expects another one, alone', async () => {
    await assert.rejects(rename('10', 4, 'old'), conflict('version'));
    await assert.rejects(join('10', 6, '2'), conflict('version'));
    assert.equal(await memberCount(), 0);
    const [stale, other] = await Promise.allSettled([rename('10', 4, 'old'), rename('20', 5, 'new')]);
    assert.equal(stale.status, 'rejected');
    assert.equal(other.status, 'fulfilled');
    assert.deepEqual(await guilds(), [`${guildRow('10', '1').name} 5`, 'new 6']);
  });

  test('refuses the changes that were decided on top of a refused one', async () => {
    const first = rename('10', 4, 'old');
    await new Promise((resolve) => setImmediate(resolve));
    // This one waits while the first is on its way to the disk.
    const results = await Promise.allSettled([first, rename('10', 5, 'on top'), rename('20', 5, 'new')]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled'],
    );
    await rename('10', 5, 'after loading again');
    assert.deepEqual(await guilds(), ['after loading again 6', 'new 6']);
  });

  test('of a removed guild is null', async () => {
    await assert.rejects(rename('30', 1, 'gone'), conflict('version'));
    assert.equal((await guilds()).length, 2);
  });

  test('rises from the creation of a guild in the same batch', async () => {
    const create = () => {
      const subject: Subject = { id: '30', version: { expected: null, next: 1 } };
      return writer.commit([put('guilds', { ...guildRow('30', '1'), version: 1 })], {}, { subject });
    };
    await Promise.all([create(), rename('30', 1, 'created and changed')]);
    assert.equal((await guilds()).at(-1), 'created and changed 2');
    await assert.rejects(create(), conflict('version'));
  });

  test('ends with the removal of a guild', async () => {
    const removal = writer.commit(
      [remove('guilds', { id: '10' })],
      {},
      { subject: { id: '10', version: { expected: 5, next: null } } },
    );
    const results = await Promise.allSettled([removal, rename('10', 5, 'back'), rename('20', 5, 'new')]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(await guilds(), ['new 6']);
  });

  test('refuses waiters of the guild of a refused change, and no others', async () => {
    const wait = (id: string) => writer.commit([], {}, { subject: { id, version: null } });
    const results = await Promise.allSettled([rename('10', 4, 'old'), wait('10'), wait('20')]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected', 'fulfilled'],
    );
  });
});

describe('A private channel', () => {
  const channel = { ...channelRow('40', '10'), guildId: null };
  const create = () =>
    writer.commit(
      [
        put('channels', channel),
        put('private_channels', { id: '40', ownerId: '1', icon: null, dmKey: null }),
      ],
      {},
      { subject: { id: '40', version: { expected: null, next: 1 }, conflict: 'gone' } },
    );
  const post = (id: string) =>
    writer.commit(
      [put('messages', messageRow(id, '40', '1'))],
      {},
      { subject: { id: '40', version: { expected: 1, next: 1 }, conflict: 'gone' } },
    );
  const messageCount = () => reader.count('SELECT COUNT(*) AS count FROM messages');

  test('takes messages in one statement while it exists', async () => {
    await Promise.all([create(), post('50')]);
    ran.length = 0;
    await post('51');
    assert.deepEqual(ran, [ran[0]]);
    assert.match(String(ran[0]), /^INSERT INTO batch_/);
    assert.equal(await messageCount(), 2);
  });

  test('that was deleted refuses changes, and only its own', async () => {
    const [post50, renamed] = await Promise.allSettled([post('50'), rename('10', 5, 'new')]);
    assert.equal(post50.status, 'rejected');
    assert.ok(conflict('gone')((post50 as PromiseRejectedResult).reason));
    assert.equal(renamed.status, 'fulfilled');
    assert.equal(await messageCount(), 0);
  });
});

describe('A condition', () => {
  test('refuses the change that it is of, and only that', async () => {
    const named = (id: string, username: string) =>
      writer.commit(
        [put('users', { ...userRow(id), username })],
        {},
        { conditions: [absent('taken', 'FROM users WHERE username = ?', username)] },
      );
    const results = await Promise.allSettled([named('3', 'ada'), named('4', 'ada'), named('5', 'bob')]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.ok(conflict('taken')((results[1] as PromiseRejectedResult).reason));
  });

  test('is one of several that are read in one statement; the first that does not hold names the conflict', async () => {
    let reads = 0;
    const all = database.all.bind(database);
    database.all = (sql: string, ...values: SqlValue[]) => {
      reads += 1;
      return all(sql, ...values);
    };
    const [row] = await reader.rows('users', 'FROM users WHERE id = ?', '1');
    assert.ok(row);
    const change = (conditions: Condition[]) => {
      reads = 0;
      return writer.commit([put('users', userRow('9'))], {}, { conditions });
    };
    const met = [unchanged('users', row), absent('taken', 'FROM users WHERE username = ?', 'nobody')];
    const unmet = [
      atMost(1, 'gone', 'FROM users'),
      absent('used', 'FROM users WHERE username = ?', row.username),
    ];
    await assert.rejects(change([...met, ...unmet]), conflict('gone'));
    assert.equal(reads, 1);
    await assert.rejects(change([...unmet.toReversed(), ...met]), conflict('used'));
    await change(met);
    assert.equal(reads, 1);
  });

  test('counts what changes before it in the same batch have stored', async () => {
    const limited = (id: string) =>
      writer.commit(
        [put('members', memberRow(id, '2'))],
        {},
        { conditions: [atMost(0, 'guildsOfUser', 'FROM members WHERE user_id = ?', '2')] },
      );
    const [first, second] = await Promise.allSettled([limited('10'), limited('20')]);
    assert.equal(first.status, 'fulfilled');
    assert.equal(second.status, 'rejected');
    assert.equal(await memberCount(), 1);
  });

  test('compares a whole row', async () => {
    const [row] = await reader.rows('users', 'FROM users WHERE id = ?', '1');
    assert.ok(row);
    const rename = (username: string, mfaEnabled: boolean) =>
      writer.commit(
        [put('users', { ...row, username })],
        {},
        { conditions: [unchanged('users', { ...row, mfaEnabled })] },
      );
    await assert.rejects(rename('ada', !row.mfaEnabled), conflict('changed'));
    await rename('ada', row.mfaEnabled);
    await assert.rejects(rename('eve', row.mfaEnabled), conflict('changed'));
  });
});
