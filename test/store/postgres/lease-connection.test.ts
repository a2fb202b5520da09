import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreError } from '#guildhall/store/errors.js';
import { CONNECTION_LOST } from '#guildhall/store/postgres/connection.js';
import { LeaseConnection } from '#guildhall/store/postgres/ownership-store.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

/** A connection that answers what the test says; each that is opened gets a number. */
function createConnections(answer: (connection: number) => Promise<unknown[]>) {
  const clock = new ManualClock();
  const events: string[] = [];
  let opened = 0;
  const connection = new LeaseConnection(async () => {
    opened += 1;
    const number = opened;
    events.push(`open ${number}`);
    return { query: () => answer(number), close: async () => void events.push(`close ${number}`) };
  }, clock);
  return { clock, connection, events };
}

const isLost = (error: unknown) => error instanceof StoreError && error.code === CONNECTION_LOST;

test('statements about leases share one connection', async () => {
  const { connection, events } = createConnections(async (number) => [number]);
  assert.deepEqual(await connection.query('SELECT 1', []), [1]);
  assert.deepEqual(await connection.query('SELECT 1', []), [1]);
  assert.deepEqual(events, ['open 1']);
});

test('a statement without an answer fails in less than half of a lease, and the next one has a new connection', async () => {
  const { clock, connection, events } = createConnections((number) =>
    number === 1 ? new Promise(() => {}) : Promise.resolve([number]),
  );
  const failed = assert.rejects(connection.query('SELECT 1', []), isLost);
  await clock.advance(1500);
  await failed;
  assert.deepEqual(await connection.query('SELECT 1', []), [2]);
  assert.deepEqual(events, ['open 1', 'close 1', 'open 2']);
});

test('a connection that cannot be opened is opened again for the next statement', async () => {
  const clock = new ManualClock();
  let attempts = 0;
  const connection = new LeaseConnection(() => {
    attempts += 1;
    return Promise.reject(new StoreError('refused', 'ECONNREFUSED'));
  }, clock);
  await assert.rejects(connection.query('SELECT 1', []), StoreError);
  await assert.rejects(connection.query('SELECT 1', []), StoreError);
  assert.equal(attempts, 2);
});

test('a statement that PostgreSQL refuses leaves the connection open', async () => {
  const { connection, events } = createConnections(() =>
    Promise.reject(new StoreError('lock timeout', '55P03')),
  );
  await assert.rejects(connection.query('SELECT 1', []), StoreError);
  await assert.rejects(connection.query('SELECT 1', []), StoreError);
  assert.deepEqual(events, ['open 1']);
});
