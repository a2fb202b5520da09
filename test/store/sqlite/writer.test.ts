import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  CommitFailedError,
  OutcomeUnknownError,
  StoreBusyError,
  StoreDamagedError,
  StoreError,
} from '#guildhall/store/errors.js';
import { absent } from '#guildhall/store/sql/conditions.js';
import type { SqlValue } from '#guildhall/store/sql/reader.js';
import { Writer } from '#guildhall/store/sql/writer.js';
import { put, remove, sweep, update } from '#guildhall/store/sql/writes.js';
import { SqliteCommitter } from '#guildhall/store/sqlite/committer.js';
import { Database } from '#guildhall/store/sqlite/database.js';
import { SqliteReader } from '#guildhall/store/sqlite/reader.js';
import { migrate } from '#guildhall/store/sqlite/schema/migrate.js';
import { SCHEMA_STEPS } from '#guildhall/store/sqlite/schema/steps.js';
import { channelRow, guildRow, memberRow, messageRow, userRow } from './rows.js';

/** A database that records its statements and fails where a test demands it. */
interface Watched {
  readonly database: Database;
  readonly ran: string[];
  failOn: RegExp | null;
  /** the code of the failure */
  code: string;
}

let watched: Watched;
let writer: Writer;
let reader: SqliteReader;
const errors: unknown[] = [];

beforeEach(async () => {
  const database = await Database.open(':memory:');
  await database.exec('PRAGMA foreign_keys = ON');
  await migrate(database, SCHEMA_STEPS);
  watched = { database, ran: [], failOn: null, code: 'SQLITE_FULL' };
  const run = database.run.bind(database);
  database.run = async (sql: string, ...values: SqlValue[]) => {
    watched.ran.push(sql.split(/\s+/, 3).join(' '));
    if (watched.failOn?.test(sql)) throw new StoreError('the disk failed', watched.code);
    return run(sql, ...values);
  };
  errors.length = 0;
  writer = new Writer(
    new SqliteCommitter(database),
    (error) => errors.push(error),
    undefined,
    () => 0,
  );
  reader = new SqliteReader(database);
});
afterEach(() => watched.database.close());

const userIds = async () => (await reader.rows('users', 'FROM users ORDER BY id')).map(({ id }) => id);

describe('Group commit', () => {
  test('combines concurrent changes into one statement', async () => {
    const writes = Array.from({ length: 100 }, (_, index) =>
      writer.commit([put('users', userRow(String(index + 1)))]),
    );
    await Promise.all(writes);
    assert.deepEqual(watched.ran, ['INSERT INTO users']);
    assert.equal((await userIds()).length, 100);
  });

  test('stores a change of more rows than a function call takes arguments', async () => {
    const rows = Array.from({ length: 150_000 }, (_, index) => put('users', userRow(String(index + 1))));
    await writer.commit(rows);
    assert.equal((await userIds()).length, rows.length);
  });

  test('combines changes of several tables into one transaction, parents first', async () => {
    await Promise.all([
      writer.commit([
        put('members', memberRow('10', '1')),
        put('guilds', guildRow('10', '1')),
        put('users', userRow('1')),
      ]),
      writer.commit([put('channels', channelRow('11', '10')), put('messages', messageRow('12', '11', '1'))]),
    ]);
    assert.deepEqual(watched.ran, ['INSERT INTO batch_0']);
    for (const table of ['users', 'guilds', 'channels', 'members', 'messages']) {
      assert.equal(await reader.count(`SELECT COUNT(*) AS count FROM ${table}`), 1, table);
    }
  });

  test('writes a batch of many segments in a transaction of several statements', async () => {
    const changes = Array.from({ length: 5 }, (_, index) => [
      put('users', userRow(String(index))),
      remove('users', { id: String(index - 1) }),
    ]);
    await writer.commit(changes.flat());
    assert.equal(watched.ran[0], 'BEGIN IMMEDIATE');
    assert.equal(watched.ran.at(-1), 'COMMIT');
    assert.deepEqual(await userIds(), ['4']);
  });

  test('collects the next batch while one is being written', async () => {
    const first = writer.commit([put('users', userRow('1'))]);
    await new Promise((resolve) => setImmediate(resolve));
    const others = ['2', '3', '4'].map((id) => writer.commit([put('users', userRow(id))]));
    await Promise.all([first, ...others]);
    assert.deepEqual(watched.ran, ['INSERT INTO users', 'INSERT INTO users']);
  });

  test('reports each change in order of submission, including empty ones', async () => {
    const order: number[] = [];
    const writes = [0, 1, 2, 3].map((number) =>
      writer.commit(number % 2 === 0 ? [put('users', userRow(String(number + 1)))] : [], {
        committed: () => order.push(number),
      }),
    );
    await Promise.all(writes);
    assert.deepEqual(order, [0, 1, 2, 3]);
  });

  test('lets others be served while listeners take long to learn of the changes of one commit', async () => {
    let time = 0;
    writer = new Writer(
      new SqliteCommitter(watched.database),
      (error) => errors.push(error),
      undefined,
      () => time,
    );
    const order: string[] = [];
    const commit = (id: string, ms: number) =>
      writer.commit([put('users', userRow(id))], {
        committed() {
          order.push(id);
          time += ms;
          if (ms > 0) setImmediate(() => order.push('others'));
        },
      });
    await Promise.all([commit('1', 0), commit('2', 0), commit('3', 30), commit('4', 0), commit('5', 0)]);
    assert.deepEqual(order, ['1', '2', '3', 'others', '4', '5']);
  });

  test('continues when a listener throws', async () => {
    const failing = writer.commit([put('users', userRow('1'))], {
      committed: () => {
        throw new TypeError('of the listener');
      },
    });
    await Promise.all([failing, writer.commit([put('users', userRow('2'))])]);
    assert.deepEqual(await userIds(), ['1', '2']);
    assert.equal(errors.length, 1);
  });
});

describe('The order of changes', () => {
  test('holds for putting, removing and putting the same row', async () => {
    await writer.commit([
      put('users', userRow('1', { username: 'first' })),
      put('users', userRow('1', { username: 'second' })),
      remove('users', { id: '1' }),
      put('users', userRow('1', { username: 'third' })),
    ]);
    const [user] = await reader.rows('users', 'FROM users');
    assert.equal(user?.username, 'third');
  });

  test('moves a unique value from a removed row to a new one', async () => {
    await writer.commit([put('users', userRow('1', { username: 'Ada' }))]);
    await Promise.all([
      writer.commit([remove('users', { id: '1' })]),
      writer.commit([put('users', userRow('2', { username: 'Ada' }))]),
    ]);
    assert.deepEqual(await userIds(), ['2']);
  });

  test('removes what belongs to a removed guild', async () => {
    await writer.commit([
      put('users', userRow('1')),
      put('guilds', guildRow('10', '1')),
      put('channels', channelRow('11', '10')),
      put('members', memberRow('10', '1')),
      put('messages', messageRow('12', '11', '1')),
    ]);
    await writer.commit([remove('guilds', { id: '10' })]);
    for (const table of ['channels', 'members', 'messages']) {
      assert.equal(await reader.count(`SELECT COUNT(*) AS count FROM ${table}`), 0, table);
    }
  });

  test('changing a guild leaves what belongs to it', async () => {
    await writer.commit([
      put('users', userRow('1')),
      put('guilds', guildRow('10', '1')),
      put('members', memberRow('10', '1')),
    ]);
    await writer.commit([put('guilds', guildRow('10', '1', { name: 'Renamed', version: 2 }))]);
    assert.equal(await reader.count('SELECT COUNT(*) AS count FROM members'), 1);
  });
});

describe('An update', () => {
  const named = (id: string, username: string) => userRow(id, { username });
  const names = async () =>
    (await reader.rows('users', 'FROM users ORDER BY id')).map((user) => user.username);

  test('replaces existing rows, all in one statement', async () => {
    await writer.commit([put('users', named('1', 'Ada')), put('users', named('2', 'Bob'))]);
    await writer.commit([
      update('users', named('1', 'x')),
      update('users', named('1', 'Ann')),
      update('users', named('2', 'Ben')),
    ]);
    assert.deepEqual(watched.ran, ['INSERT INTO users', 'UPDATE users SET']);
    assert.deepEqual(await names(), ['Ann', 'Ben']);
  });

  test('inserts no missing row', async () => {
    await writer.commit([update('users', named('1', 'Ada'))]);
    await writer.commit([put('users', named('2', 'Bob'))]);
    await writer.commit([remove('users', { id: '2' }), update('users', named('2', 'Ben'))]);
    assert.deepEqual(await names(), []);
  });

  test('finds a row by several columns', async () => {
    await writer.commit([
      put('users', userRow('1')),
      put('guilds', guildRow('10', '1')),
      put('guilds', guildRow('11', '1')),
      put('members', memberRow('10', '1')),
      put('members', memberRow('11', '1')),
    ]);
    await writer.commit([update('members', memberRow('11', '1', { nick: 'Nick' }))]);
    const members = await reader.rows('members', 'FROM members ORDER BY guild_id');
    assert.deepEqual(
      members.map(({ nick }) => nick),
      [null, 'Nick'],
    );
  });

  test('counts in the order of the changes of one commit', async () => {
    await writer.commit([put('users', named('1', 'first')), update('users', named('1', 'second'))]);
    assert.deepEqual(await names(), ['second']);
    await writer.commit([update('users', named('1', 'third')), put('users', named('1', 'fourth'))]);
    assert.deepEqual(await names(), ['fourth']);
    await writer.commit([update('users', named('1', 'fifth')), remove('users', { id: '1' })]);
    assert.deepEqual(await names(), []);
  });
});

describe('A commit that fails', () => {
  test('refuses the whole batch and all waiting changes, stores nothing, and the next one succeeds', async () => {
    await writer.commit([put('users', userRow('1'))]);
    watched.failOn = /INSERT INTO batch/;
    const refused: number[] = [];
    const listener = (number: number) => ({
      refused: () => refused.push(number),
      committed: () => assert.fail('not saved'),
    });
    const batch = writer.commit(
      [put('users', userRow('2')), put('guilds', guildRow('10', '2'))],
      listener(1),
    );
    const sameBatch = writer.commit([put('users', userRow('3'))], listener(2));
    await new Promise((resolve) => setImmediate(resolve));
    const behind = writer.commit([put('users', userRow('4'))], listener(3));
    const results = await Promise.allSettled([batch, sameBatch, behind]);
    for (const result of results) {
      assert.ok(result.status === 'rejected' && result.reason instanceof CommitFailedError);
      assert.equal(result.reason.code, 'SQLITE_FULL');
    }
    assert.deepEqual(refused, [1, 2, 3]);
    assert.equal(errors.length, 1);
    watched.failOn = null;
    await writer.commit([put('users', userRow('5'))]);
    assert.deepEqual(await userIds(), ['1', '5']);
  });

  test('stores nothing in the tables that were written before the failure', async () => {
    const failing = writer.commit([put('users', userRow('1')), put('guilds', guildRow('10', '2'))]);
    await assert.rejects(failing, CommitFailedError);
    assert.deepEqual(await userIds(), []);
    await writer.commit([put('users', userRow('2')), put('guilds', guildRow('10', '2'))]);
    assert.deepEqual(await userIds(), ['2']);
  });

  test('at COMMIT itself stores nothing either', async () => {
    watched.failOn = /COMMIT/;
    const change = [put('users', userRow('1')), put('guilds', guildRow('10', '1'))];
    const isFree = absent('taken', 'FROM users WHERE id = ?', '1');
    await assert.rejects(writer.commit(change, {}, { conditions: [isFree] }), CommitFailedError);
    assert.ok(watched.ran.includes('COMMIT'));
    watched.failOn = null;
    assert.deepEqual(await userIds(), []);
    await writer.commit([put('users', userRow('2'))]);
    assert.deepEqual(await userIds(), ['2']);
  });

  test('because the disk failed may be stored; waiting changes are not', async () => {
    watched.failOn = /INSERT INTO batch/;
    watched.code = 'SQLITE_IOERR';
    const change = [put('users', userRow('1')), put('guilds', guildRow('10', '1'))];
    const failing = assert.rejects(writer.commit(change), OutcomeUnknownError);
    await new Promise((resolve) => setImmediate(resolve));
    const waiting = assert.rejects(writer.commit([put('users', userRow('2'))]), CommitFailedError);
    await Promise.all([failing, waiting]);
  });

  test('frees the room in the queue that its changes and the waiting ones took', async () => {
    const of = (id: string) => ({ subject: { id, version: null } });
    const many = (first: number) =>
      Array.from({ length: 10_000 }, (_, index) => put('users', userRow(String(first + index))));
    watched.failOn = /INSERT INTO batch/;
    const change = [put('users', userRow('1')), put('guilds', guildRow('10', '1'))];
    const failing = assert.rejects(writer.commit(change, {}, of('100')), CommitFailedError);
    await new Promise((resolve) => setImmediate(resolve));
    const waiting = assert.rejects(writer.commit(many(2), {}, of('100')), CommitFailedError);
    assert.throws(() => writer.assertRoom('100'), StoreBusyError);
    await Promise.all([failing, waiting]);
    writer.assertRoom('100');
  });

  test('reports a refusal before any waiting task continues', async () => {
    watched.failOn = /INSERT/;
    const order: string[] = [];
    const first = writer.commit([put('users', userRow('1'))], { refused: () => order.push('notified 1') });
    const second = writer.commit([put('users', userRow('2'))], { refused: () => order.push('notified 2') });
    await Promise.allSettled([
      first.catch(() => order.push('rejected 1')),
      second.catch(() => order.push('rejected 2')),
    ]);
    assert.deepEqual(order, ['notified 1', 'notified 2', 'rejected 1', 'rejected 2']);
  });

  test('a row that breaks the schema is refused alone', async () => {
    const listened: string[] = [];
    const results = await Promise.allSettled([
      writer.commit([put('users', userRow('1'))]),
      writer.commit([put('members', memberRow('404', '1'))], { refused: () => listened.push('members') }),
      // More than a column takes.
      writer.commit([put('users', userRow('18446744073709551615'))]),
      writer.commit(
        [put('users', userRow('2'))],
        {},
        { conditions: [absent('taken', 'FROM users WHERE id = ?', '2')] },
      ),
      writer.commit([put('users', userRow('3'))]),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled'],
    );
    for (const result of results) {
      if (result.status === 'rejected') assert.ok(result.reason instanceof CommitFailedError);
    }
    assert.deepEqual([await userIds(), listened, errors], [['1', '2', '3'], ['members'], []]);
  });

  test('what was decided on top of a row that breaks the schema is refused with it', async () => {
    await writer.commit([put('users', userRow('1')), put('guilds', guildRow('100', '1'))]);
    const save = (expected: number, row: ReturnType<typeof memberRow>) => {
      const version = { expected, next: expected + 1 };
      return writer.commit([put('members', row)], {}, { subject: { id: '100', version } });
    };
    const results = await Promise.allSettled([
      save(1, memberRow('404', '1')),
      save(2, memberRow('100', '1')),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
  });
});

describe('A store that is found to be damaged', () => {
  const damage = new StoreDamagedError('store.db', 'a page is not as it was written');

  test('does not confirm the batch being written, and writes no waiting change', async () => {
    const writing = writer.commit([put('users', userRow('1'))]);
    await new Promise((resolve) => setImmediate(resolve));
    const waiting = writer.commit([put('users', userRow('2'))]);
    assert.equal(writer.refuseFromNowOn(damage), damage);
    await Promise.all([
      assert.rejects(writing, OutcomeUnknownError),
      assert.rejects(waiting, CommitFailedError),
      assert.rejects(writer.commit([put('users', userRow('3'))]), damage),
    ]);
    assert.deepEqual(watched.ran, ['INSERT INTO users']);
    await writer.commit([]);
  });

  test('is reported once', () => {
    writer.refuseFromNowOn(damage);
    assert.equal(writer.refuseFromNowOn(new StoreDamagedError('store.db', 'another page')), damage);
    assert.deepEqual(errors, [damage]);
  });
});

describe('Bounds', () => {
  test('a change is refused before it is decided if the queue is full', async () => {
    const many = Array.from({ length: 50_000 }, (_, index) => put('users', userRow(String(index + 1))));
    const taken = writer.commit(many);
    assert.throws(() => writer.assertRoom(), StoreBusyError);
    await assert.rejects(writer.commit([put('users', userRow('99999'))]), StoreBusyError);
    await taken;
    writer.assertRoom();
    assert.equal((await userIds()).length, 50_000);
  });

  test('one guild does not use up the queue of others', async () => {
    const of = (id: string) => ({ subject: { id, version: null } });
    const many = Array.from({ length: 10_000 }, (_, index) => put('users', userRow(String(index + 1))));
    const taken = writer.commit(many, {}, of('100'));
    assert.throws(() => writer.assertRoom('100'), StoreBusyError);
    writer.assertRoom('200');
    await taken;
    writer.assertRoom('100');
  });

  test('closing waits for submitted changes and accepts no more', async () => {
    const taken = writer.commit([put('users', userRow('1'))]);
    await writer.close();
    await taken;
    await assert.rejects(writer.commit([put('users', userRow('2'))]), StoreBusyError);
  });
});

describe('Rows', () => {
  test('are read as they were written: large ids, lists, booleans, nulls and every character', async () => {
    const id = '9223372036854775807';
    const user = userRow(id, { username: 'Ünï©ødé 😀\u0000"\'\\', bot: true, email: '', avatar: null });
    await writer.commit([
      put('users', user),
      put('guilds', guildRow('10', id)),
      put('channels', channelRow('11', '10')),
    ]);
    await writer.commit([
      put('members', memberRow('10', id, { roles: ['18', '9223372036854775806'], mute: true })),
    ]);
    assert.deepEqual(await reader.row('users', 'FROM users'), user);
    assert.deepEqual(
      { ...(await reader.row('guilds', 'FROM guilds')), id: '10', version: 1 },
      guildRow('10', id),
    );
    assert.deepEqual(
      { ...(await reader.row('channels', 'FROM channels')), guildId: '10' },
      channelRow('11', '10'),
    );
    const member = memberRow('10', id, { roles: ['18', '9223372036854775806'], mute: true });
    assert.deepEqual({ ...(await reader.row('members', 'FROM members')), guildId: '10' }, member);
  });

  test('are swept by time', async () => {
    const code = { applicationId: '5', expiresAt: 1000 };
    await writer.commit([put('applications', application('5'))]);
    await writer.commit([
      put('rpc_tokens', { ...code, hash: 'a' }),
      put('rpc_tokens', { ...code, hash: 'b', expiresAt: 1001 }),
    ]);
    await writer.commit([sweep('expiredRpcTokens', 1000)]);
    assert.deepEqual(
      (await reader.rows('rpc_tokens', 'FROM rpc_tokens')).map(({ hash }) => hash),
      ['b'],
    );
  });
});

function application(id: string) {
  return {
    id,
    name: 'Game',
    description: '',
    icon: null,
    secretHash: '',
    approved: false,
    ownerId: null,
    botId: null,
    rpcOrigins: [],
    redirectUris: [],
    testers: [],
  };
}
