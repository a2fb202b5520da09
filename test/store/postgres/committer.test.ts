import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { systemClock } from '#guildhall/platform/clock.js';
import { CommitFailedError, ConflictError } from '#guildhall/store/errors.js';
import { CommitSession } from '#guildhall/store/postgres/commit-session.js';
import { PostgresCommitter } from '#guildhall/store/postgres/committer.js';
import { Connection } from '#guildhall/store/postgres/connection.js';
import { DatabaseLock } from '#guildhall/store/postgres/database-lock.js';
import { PostgresReader } from '#guildhall/store/postgres/reader.js';
import { absent } from '#guildhall/store/sql/conditions.js';
import { Writer } from '#guildhall/store/sql/writer.js';
import { put } from '#guildhall/store/sql/writes.js';
import { type DatabaseServer, noPostgres, sharedPostgres } from '../../helpers/postgres/postgres-server.js';
import { guildRow, memberRow, userRow } from '../sqlite/rows.js';

describe('A batch in PostgreSQL', { skip: noPostgres }, () => {
  let server: DatabaseServer;
  let database: string;
  let connection: Connection;
  let writer: Writer;
  let session: CommitSession;

  before(async () => {
    server = await sharedPostgres();
    database = await server.takeDatabase();
    connection = await Connection.open(server.settings(database));
    session = new CommitSession(
      () => Connection.open(server.settings(database)),
      new DatabaseLock('node', systemClock),
      systemClock,
    );
    writer = new Writer(new PostgresCommitter(session, systemClock), (error) => assert.fail(String(error)));
  });
  after(async () => {
    await writer.close();
    await session.close();
    await connection.close();
    await server.returnDatabase(database);
  });
  beforeEach(() => connection.exec('DELETE FROM members; DELETE FROM guilds; DELETE FROM users'));

  const reader = () => new PostgresReader(connection);
  const userIds = () => reader().ids('id', 'FROM users ORDER BY users.id');
  test('is one transaction', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => String(index + 10));
    await Promise.all(ids.map((id) => writer.commit([put('users', userRow(id))])));
    const transactions = await reader().all(
      'SELECT xmin, count(*)::integer AS rows FROM users GROUP BY xmin',
    );
    assert.deepEqual(
      transactions.map((row) => Object(row).rows),
      [ids.length],
    );
  });

  test('refuses a change alone whose condition does not hold, and what is decided on top of it', async () => {
    await writer.commit([put('users', userRow('1')), put('guilds', guildRow('100', '1'))]);
    const named = (id: string, username: string) =>
      writer.commit(
        [put('users', { ...userRow(id), username })],
        {},
        { conditions: [absent('taken', 'FROM users WHERE username = ?', username)] },
      );
    const subject = { id: '100', version: { expected: 7, next: 8 } };
    const results = await Promise.allSettled([
      named('2', 'ada'),
      named('3', 'ada'),
      writer.commit([put('members', memberRow('100', '1'))], {}, { subject }),
      writer.commit([], {}, { subject: { id: '100', version: null } }),
      named('4', 'bob'),
    ]);
    const outcomes = results.map((result) =>
      result.status === 'fulfilled' || !(result.reason instanceof ConflictError)
        ? result.status
        : result.reason.conflict,
    );
    assert.deepEqual(outcomes, ['fulfilled', 'taken', 'version', 'version', 'fulfilled']);
    assert.deepEqual(await userIds(), ['1', '2', '4']);
  });

  test('refuses a change alone that the database rejects', async () => {
    const results = await Promise.allSettled([
      writer.commit([put('users', userRow('1'))]),
      writer.commit([put('users', { ...userRow('2'), username: 'with \0' })]),
      writer.commit([put('members', memberRow('404', '1'))]),
      writer.commit([put('users', { ...userRow('5'), username: randomBytes(9_000).toString('hex') })]),
      writer.commit([put('users', userRow('3'))]),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'],
    );
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      assert.ok(result.reason instanceof CommitFailedError, String(result.reason));
      assert.ok(!(result.reason instanceof ConflictError));
    }
    assert.deepEqual(await userIds(), ['1', '3']);
  });

  test('is stored even if the entry of its writer was removed', async () => {
    await writer.commit([put('users', userRow('1'))]);
    await connection.exec('DELETE FROM commit_log');
    await writer.commit([put('users', userRow('2'))]);
    await connection.exec('DELETE FROM commit_log');
    const conditions = [absent('taken', 'FROM users WHERE username = ?', userRow('2').username)];
    await assert.rejects(writer.commit([put('users', userRow('3'))], {}, { conditions }), ConflictError);
    assert.deepEqual(await userIds(), ['1', '2']);
  });

  test('stores text unchanged', async () => {
    const email = `quotes ' " \\ {a,b} NULL ümläut 🎉 ${'x'.repeat(100_000)}`;
    await writer.commit([put('users', { ...userRow('1'), email, avatar: '' })]);
    const [row] = await reader().rows('users', 'FROM users');
    assert.deepEqual([row?.email, row?.avatar, row?.phone], [email, '', null]);
  });

  test('has ids and times beyond the integers of JavaScript', async () => {
    const id = '9223372036854775807';
    await writer.commit([
      put('users', userRow(id)),
      put('user_activity', { userId: id, seenAt: 2 ** 53 - 1 }),
    ]);
    assert.deepEqual(await reader().rows('user_activity', 'FROM user_activity'), [
      { userId: id, seenAt: 2 ** 53 - 1 },
    ]);
  });
});
