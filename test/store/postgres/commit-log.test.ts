import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { StoreError } from '#guildhall/store/errors.js';
import { CommitLog } from '#guildhall/store/postgres/commit-log.js';
import { CONNECTION_LOST, Connection } from '#guildhall/store/postgres/connection.js';
import { type DatabaseServer, noPostgres, sharedPostgres } from '../../helpers/postgres/postgres-server.js';

/** A connection that is lost after some statements: the last one is carried out, but not answered. */
function losingAnswer(connection: Connection, answered: number): Connection {
  let left = answered;
  const query: Connection['query'] = async (...args) => {
    if (left < 0) throw new StoreError('lost', CONNECTION_LOST);
    const rows = await connection.query(...args);
    if (left-- === 0) throw new StoreError('lost', CONNECTION_LOST);
    return rows;
  };
  return Object.assign(Object.create(connection) as Connection, { query });
}

describe('The outcome of a commit', { skip: noPostgres }, () => {
  let server: DatabaseServer;
  let database: string;
  let connection: Connection;
  before(async () => {
    server = await sharedPostgres();
    database = await server.takeDatabase();
    connection = await Connection.open(server.settings(database));
  });
  after(async () => {
    await connection.close();
    await server.returnDatabase(database);
  });
  beforeEach(() => connection.exec('DELETE FROM commit_log'));

  const commit = (log: CommitLog) => connection.query(log.next().text, log.next().values);

  for (const isCommitted of [true, false]) {
    for (const answered of [0, 1, 2]) {
      test(`${isCommitted ? 'committed' : 'not committed'} is found out after ${answered} answers`, async () => {
        const log = new CommitLog();
        assert.equal(await log.renew(connection), null);
        await commit(log);
        log.advance();
        if (isCommitted) await commit(log);
        const outcome = await log
          .renew(losingAnswer(connection, answered))
          .catch(() => log.renew(connection));
        assert.equal(outcome, isCommitted);
        // The next transaction is counted from there.
        await commit(log);
        log.advance();
        assert.equal(await log.renew(connection), false);
      });
    }
  }

  test('stays unknown after its entry was removed, whichever answer is lost', async () => {
    for (const answered of [0, 1, 2]) {
      const log = new CommitLog();
      await log.renew(connection);
      await commit(log);
      await connection.exec('DELETE FROM commit_log');
      const outcome = await log.renew(losingAnswer(connection, answered)).catch(() => log.renew(connection));
      assert.equal(outcome, null);
    }
  });

  test('is final: a transaction of the earlier entry can no longer commit', async () => {
    const log = new CommitLog();
    await log.renew(connection);
    const late = log.next();
    assert.equal(await log.renew(connection), false);
    await assert.rejects(connection.query(late.text, late.values), { code: 'GH002' });
  });
});
