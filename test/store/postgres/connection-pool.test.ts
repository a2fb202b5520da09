import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { StoreError } from '#guildhall/store/errors.js';
import { PostgresMovedSessionStore } from '#guildhall/store/postgres/cluster-stores.js';
import { CONNECTION_LOST, type Connection, isConnectionLost } from '#guildhall/store/postgres/connection.js';
import { ConnectionPool } from '#guildhall/store/postgres/connection-pool.js';

/** A connection whose statements wait until they are answered. */
class WaitingConnection {
  isLost = false;
  readonly texts: string[] = [];
  readonly replies: Deferred<unknown[]>[] = [];

  query(text: string): Promise<unknown[]> {
    const reply = new Deferred<unknown[]>();
    this.texts.push(text);
    this.replies.push(reply);
    return reply.promise;
  }

  /** Answers its statement. */
  answer(rows: unknown[]): void {
    this.replies.shift()?.resolve(rows);
  }

  lose(): void {
    this.isLost = true;
    this.replies.shift()?.reject(new StoreError('terminated', CONNECTION_LOST));
  }

  async close(): Promise<void> {
    this.isLost = true;
  }
}

/**
 * A pool of at most `limit` connections to a server that accepts `accepted` of them, and whose handshake waits for
 * `handshakes` that are queued.
 */
function createPool(limit: number, accepted = Number.POSITIVE_INFINITY) {
  const opened: WaitingConnection[] = [];
  const handshakes: Promise<void>[] = [];
  const pool = new ConnectionPool(async () => {
    await handshakes.shift();
    if (opened.length >= accepted) throw new StoreError('sorry, too many clients already', '53300');
    const connection = new WaitingConnection();
    opened.push(connection);
    return connection as unknown as Connection;
  }, limit);
  const read = (text: string) => pool.query(text, [], 'objects');
  /** Sends statements, each when the one before has had time to get a connection. */
  const send = async (...texts: string[]) => {
    const answers: Promise<unknown[]>[] = [];
    for (const text of texts) {
      answers.push(read(text));
      await setImmediate();
    }
    return answers;
  };
  return { handshakes, opened, pool, read, send };
}

test('a server that accepts no more connections does not fail reads over the one that is open', async () => {
  const { opened, send } = createPool(4, 1);
  const answers = await send('first', 'second');
  opened[0]?.answer([1]);
  await setImmediate();
  opened[0]?.answer([2]);
  assert.deepEqual(await Promise.all(answers), [[1], [2]]);
});

test('without any connection the error of the server is thrown', async () => {
  const { read } = createPool(4, 0);
  await assert.rejects(read('SELECT 1'), /too many clients/);
});

test('no statement waits behind a slow one while another connection is answered', async () => {
  const { opened, send } = createPool(2);
  const [, quick, waiting, last] = await send('slow', 'quick', 'waiting', 'last');
  assert.deepEqual(
    opened.map(({ texts }) => texts),
    [['slow'], ['quick']],
  );
  for (const answer of [quick, waiting, last]) {
    opened[1]?.answer([]);
    await answer;
  }
  assert.deepEqual(opened[1]?.texts, ['quick', 'waiting', 'last']);
});

test('a statement whose connection is lost is repeated on a new one, and not on one that was idle at the time', async () => {
  const { opened, send } = createPool(2);
  const first = await send('first', 'second');
  for (const connection of opened) connection.answer([]);
  await Promise.all(first);
  const [answer] = await send('read');
  const used = opened.find(({ replies }) => replies.length > 0);
  used?.lose();
  await setImmediate();
  await setImmediate();
  assert.deepEqual(opened[2]?.texts, ['read']);
  opened[2]?.answer(['row']);
  assert.deepEqual(await answer, ['row']);
  assert.ok(opened[0]?.isLost && opened[1]?.isLost);
});

test('a statement does not wait for a handshake that a silent network took, once a connection is lost', async () => {
  const { handshakes, opened, pool, send } = createPool(4);
  const silent = new Deferred<void>();
  handshakes.push(Promise.resolve(), silent.promise);
  const answers = await send('first', 'second');
  opened[0]?.lose();
  // The second statement, and the first again.
  for (const index of [1, 2]) {
    await setImmediate();
    await setImmediate();
    opened[index]?.answer([]);
  }
  await Promise.all(answers);
  silent.reject(new StoreError('timeout', CONNECTION_LOST));
  await pool.close();
});

test('sessions are not stored again if the connection is lost: another node may have claimed them', async () => {
  const { opened, pool } = createPool(2);
  const session = { id: 'a', userId: '1', text: 'session' };
  const stored = new PostgresMovedSessionStore(pool).put([session], { endedAt: 'now', lifetimeMs: 1 });
  const failed = assert.rejects(stored, isConnectionLost);
  await setImmediate();
  opened[0]?.lose();
  await failed;
  assert.equal(opened.length, 1);
});

test('statements that wait for a connection fail when the pool is closed', async () => {
  const { opened, pool, send } = createPool(1);
  const [first, second] = await send('first', 'second');
  const refused = assert.rejects(second ?? Promise.resolve(), /the store is closed/);
  await pool.close();
  await refused;
  opened[0]?.answer([]);
  await first;
});
