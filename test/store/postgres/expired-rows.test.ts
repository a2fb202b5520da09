import assert from 'node:assert/strict';
import type { Connection } from '#guildhall/store/postgres/connection.js';
import { ExpiredRows } from '#guildhall/store/postgres/expired-rows.js';
import { clusterOf, describeNodes, GUILD } from './support/two-nodes.js';

/** Entries that expired in a moment, replies that expired at different times, and one of each that has not. */
const ADD_ROWS = `INSERT INTO guild_entries SELECT ${GUILD}, g, 'old', now() - interval '2 hours' FROM generate_series(1, 25) g;
  INSERT INTO guild_entries VALUES (${GUILD}, 26, 'new');
  INSERT INTO request_replies SELECT g, '', now() - make_interval(hours => g) FROM generate_series(1, 25) g;
  INSERT INTO request_replies VALUES ('new', '')`;

const LEFT = `SELECT (SELECT count(*) FROM guild_entries) AS entries, (SELECT count(*) FROM request_replies) AS replies`;

/** Fails each statement that removes this row. */
const failFor = (table: string, row: string) => `
  CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a row that stays'; END $$;
  CREATE TRIGGER fail BEFORE DELETE ON ${table} FOR EACH ROW WHEN (${row}) EXECUTE FUNCTION fail()`;
const ALLOW = 'DROP FUNCTION fail CASCADE';

describeNodes('Rows of a PostgreSQL store whose time has ended', (nodesTest) => {
  nodesTest('are removed in slices', async ({ connect }) => {
    const connection = await connect();
    await connection.exec(ADD_ROWS);
    const statements: string[] = [];
    await new ExpiredRows(async () => observed(await connect(), statements), 10).remove();
    assert.deepEqual(await connection.query(LEFT), [{ entries: 1, replies: 1 }]);
    const slices = statements.filter((text) => text.includes('DELETE FROM guild_entries'));
    assert.equal(slices.length, 3);
    await connection.close();
  });

  nodesTest(
    'stay removed if a later slice fails, and those of other tables are removed',
    async ({ connect }) => {
      const connection = await connect();
      await connection.exec(ADD_ROWS);
      await connection.exec(failFor('guild_entries', 'OLD.sequence = 25'));
      await assert.rejects(new ExpiredRows(connect, 10).remove(), /a row that stays/);
      assert.deepEqual(await connection.query(LEFT), [{ entries: 6, replies: 1 }]);
      await connection.exec(ALLOW);
      await connection.close();
    },
  );

  nodesTest('are removed once by calls at the same moment', async ({ connect }) => {
    const connection = await connect();
    await connection.exec(ADD_ROWS);
    let opened = 0;
    const rows = new ExpiredRows(() => {
      opened += 1;
      return connect();
    });
    await Promise.all([rows.remove(), rows.remove(), rows.remove()]);
    assert.equal(opened, 1);
    assert.deepEqual(await connection.query(LEFT), [{ entries: 1, replies: 1 }]);
    await connection.close();
  });

  nodesTest('are removed by one node at a time', async ({ connect, first, second }) => {
    const [connection, other] = [await connect(), await connect()];
    await connection.exec(ADD_ROWS);
    await other.query('SELECT pg_advisory_lock(1735748711, 2)');
    await clusterOf(first).removeExpired();
    assert.deepEqual(await connection.query(LEFT), [{ entries: 26, replies: 26 }]);
    await other.close();
    await clusterOf(second).removeExpired();
    assert.deepEqual(await connection.query(LEFT), [{ entries: 1, replies: 1 }]);
    await connection.close();
  });
});

/** A connection whose statements are noted. */
function observed(connection: Connection, statements: string[]): Connection {
  return Object.assign(Object.create(connection) as Connection, {
    query: (text: string, ...rest: []) => {
      statements.push(text);
      return connection.query(text, ...rest);
    },
    close: () => connection.close(),
  });
}
