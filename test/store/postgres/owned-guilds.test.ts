import assert from 'node:assert/strict';
import { LEASE_TIMING } from '#guildhall/cluster/ownership/guild-lease.js';
import { StoreError } from '#guildhall/store/errors.js';
import { LEASE_STATEMENT_MS } from '#guildhall/store/postgres/ownership-store.js';
import type { Store } from '#guildhall/store/store.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';
import { addGuild } from '../contract/fixtures.js';
import { clusterOf, describeNodes, epochOf, GUILD } from './support/two-nodes.js';

/** So long that it does not end during a test, and so short that it ends at once; in milliseconds. */
const LONG = 600_000;
const SHORT = 1;
/** Begins a transaction that may be idle for as long as the test needs. */
const BEGIN = 'SET idle_in_transaction_session_timeout = 0; BEGIN';
/** As a commit of all guilds that have owners does. */
const LOCK_OWNERS = `${BEGIN}; SELECT 1 FROM guild_owners FOR UPDATE`;

/** Renewals in this database that wait for a lock. */
const WAITING_RENEWALS = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
  AND state = 'active' AND wait_event_type = 'Lock' AND query LIKE 'SELECT renew\\_lease%'`;

/** False for a statement that PostgreSQL gave up because a lock was taken for too long; others fail the test. */
function isLate(error: unknown): false {
  assert.ok(error instanceof StoreError && error.code === '55P03', String(error));
  return false;
}

describeNodes('Guilds that nodes of a PostgreSQL store own', (nodesTest) => {
  nodesTest('a guild belongs to the node that takes it until its lease ends', async ({ first, second }) => {
    const ownership = [clusterOf(first).ownership, clusterOf(second).ownership] as const;
    await ownership[0].renew('node-1', LONG, false);
    assert.deepEqual(await ownership[0].take(GUILD, 'node-1'), { kind: 'taken', epoch: 1, sequence: 0 });
    const held = await ownership[1].take(GUILD, 'node-2');
    assert.ok(held.kind === 'held' && held.node === 'node-1');
    assert.ok(held.remainingMs > 0 && held.remainingMs <= LONG);
    await ownership[0].renew('node-1', SHORT, false);
    const taken = await eventually(async () => {
      const result = await ownership[1].take(GUILD, 'node-2');
      return result.kind === 'taken' && result;
    });
    assert.equal(taken.epoch, 2);
  });

  nodesTest('a node that takes its own guild again has the next epoch', async ({ first }) => {
    const { ownership } = clusterOf(first);
    assert.equal(epochOf(await ownership.take(GUILD, 'node-1')), 1);
    assert.equal(epochOf(await ownership.take(GUILD, 'node-1')), 2);
  });

  nodesTest('of nodes that take a guild at the same time one owns it', async ({ first, second }) => {
    const stores = [first, second];
    await Promise.all(
      stores.map((store, index) => clusterOf(store).ownership.renew(`${index}`, LONG, false)),
    );
    // As nodes do, a take is tried again if the other one keeps it waiting for long.
    const take = (store: Store, node: string) =>
      eventually(() => clusterOf(store).ownership.take(GUILD, node).catch(isLate));
    const results = await Promise.all(stores.map((store, index) => take(store, `${index}`)));
    assert.deepEqual(
      results.map(({ kind }) => kind).sort((a, b) => a.localeCompare(b)),
      ['held', 'taken'],
    );
  });

  nodesTest('a guild that does not exist has no owner, and leaves no row', async ({ connect, first }) => {
    assert.deepEqual(await clusterOf(first).ownership.take('99', 'node-1'), { kind: 'absent' });
    const connection = await connect();
    assert.deepEqual(await connection.query('SELECT guild_id FROM guild_owners'), []);
    await connection.close();
  });

  nodesTest('a guild whose id is too large does not exist', async ({ first }) => {
    const id = (2n ** 64n - 1n).toString();
    assert.deepEqual(await clusterOf(first).ownership.take(id, 'node-1'), { kind: 'absent' });
  });

  nodesTest('a node that stops within a transaction does not keep its guild', async ({ connect, second }) => {
    const stopped = await connect();
    const [row] = await stopped.query(
      `SELECT setting::integer AS ms FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'`,
    );
    assert.ok(Object(row).ms > 0 && Object(row).ms < LEASE_TIMING.leaseMs, JSON.stringify(row));
    await stopped.exec(`BEGIN; SELECT 1 FROM guilds WHERE id = ${GUILD};
      INSERT INTO guild_owners (guild_id, node, epoch) VALUES (${GUILD}, 'node-1', 1)`);
    const { ownership } = clusterOf(second);
    const taken = await eventually(() => ownership.take(GUILD, 'node-2').catch(() => false as const));
    assert.equal(taken.kind, 'taken');
    await stopped.close();
  });

  nodesTest(
    'each node has a number of its own, which is used again after an hour',
    async ({ connect, first, second }) => {
      const numbers = await Promise.all([
        clusterOf(first).allotNumber('node-1'),
        clusterOf(second).allotNumber('node-2'),
      ]);
      assert.deepEqual(new Set(numbers), new Set([0, 1]));
      assert.equal(await clusterOf(second).allotNumber('node-1'), numbers[0]);
      const connection = await connect();
      await connection.exec(`INSERT INTO node_numbers (number, node)
      SELECT number, 'other-' || number FROM generate_series(2, 1023) AS number`);
      await assert.rejects(clusterOf(first).allotNumber('node-3'), StoreError);
      await connection.exec(
        "UPDATE node_numbers SET allotted_at = now() - interval '61 minutes' WHERE number IN (0, 7)",
      );
      await clusterOf(first).ownership.renew(numbers[0] === 0 ? 'node-1' : 'node-2', LONG, false);
      assert.equal(await clusterOf(first).allotNumber('node-3'), 7);
      await connection.close();
    },
  );

  nodesTest(
    'a server that answers later than a lease could wait gives a node its number',
    async ({ connect, open }) => {
      const clock = new ManualClock();
      const node = await open({ clock });
      const connection = await connect();
      await connection.exec(`${BEGIN}; LOCK TABLE node_numbers IN EXCLUSIVE MODE`);
      const allotted = clusterOf(node).allotNumber('node-1');
      await clock.advance(LEASE_STATEMENT_MS);
      await connection.exec('COMMIT');
      assert.equal(await allotted, 0);
      await connection.close();
      await node.close();
    },
  );

  nodesTest(
    'a number is not used again in the hour after its node was released',
    async ({ connect, first }) => {
      const { ownership } = clusterOf(first);
      await clusterOf(first).allotNumber('node-1');
      await ownership.renew('node-1', LONG, false);
      const connection = await connect();
      await connection.exec(`UPDATE node_numbers SET allotted_at = now() - interval '29 days';
      INSERT INTO node_numbers (number, node) SELECT number, 'other-' || number FROM generate_series(1, 1023) AS number`);
      await ownership.release('node-1');
      await clusterOf(first).removeExpired();
      await assert.rejects(clusterOf(first).allotNumber('node-2'), StoreError);
      await connection.exec("UPDATE node_leases SET until = now() - interval '61 minutes'");
      await clusterOf(first).removeExpired();
      assert.deepEqual(await connection.query('SELECT node FROM node_leases'), []);
      assert.equal(await clusterOf(first).allotNumber('node-2'), 0);
      await connection.close();
    },
  );

  nodesTest(
    'that another node owns a guild is answered without a transaction number or a lock',
    async (nodes) => {
      const { ownership } = clusterOf(nodes.first);
      await ownership.renew('node-1', LONG, false);
      await ownership.take(GUILD, 'node-1');
      const connection = await nodes.connect();
      // Its owner commits meanwhile.
      await connection.exec(LOCK_OWNERS);
      assert.equal((await clusterOf(nodes.second).ownership.take(GUILD, 'node-2')).kind, 'held');
      const taking = await nodes.connect();
      await taking.exec(`${BEGIN}; SELECT node FROM take_guild(${GUILD}, 'node-2')`);
      const number = 'SELECT pg_current_xact_id_if_assigned()::text AS number';
      assert.deepEqual(await taking.query(number), [{ number: null }]);
      await taking.close();
      await connection.close();
    },
  );

  nodesTest(
    'a guild is taken at once while takes of others meet commits',
    async ({ connect, first, second }) => {
      const busy = ['11', '12', '13', '14', '15', '16'];
      for (const id of busy) {
        await addGuild(first, id);
        await clusterOf(first).ownership.take(id, 'node-1');
      }
      const connection = await connect();
      await connection.exec(LOCK_OWNERS);
      const { ownership } = clusterOf(second);
      const refused = Promise.all(busy.map((id) => assert.rejects(ownership.take(id, 'node-2'), StoreError)));
      // Over the same connection, behind them.
      assert.equal((await ownership.take(GUILD, 'node-2')).kind, 'taken');
      await refused;
      await connection.exec('ROLLBACK');
      assert.equal((await ownership.take('11', 'node-2')).kind, 'taken');
      await connection.close();
    },
  );

  nodesTest('a released guild is taken at once', async ({ first, second }) => {
    const { ownership } = clusterOf(first);
    await ownership.renew('node-1', LONG, false);
    await ownership.take(GUILD, 'node-1');
    await ownership.release('node-1');
    assert.equal(epochOf(await clusterOf(second).ownership.take(GUILD, 'node-2')), 2);
  });

  nodesTest(
    'a renewal lists the guilds of a node after its lease had ended, without those that others took',
    async ({ first, second }) => {
      await addGuild(first, '11');
      const { ownership } = clusterOf(first);
      assert.deepEqual(await ownership.renew('node-1', LONG, false), new Map());
      await ownership.take(GUILD, 'node-1');
      await ownership.take('11', 'node-1');
      assert.equal(await ownership.renew('node-1', LONG, false), null);
      assert.deepEqual(
        await ownership.renew('node-1', LONG, true),
        new Map([
          [GUILD, 1],
          ['11', 1],
        ]),
      );
      await ownership.renew('node-1', SHORT, false);
      await eventually(async () => (await clusterOf(second).ownership.take('11', 'node-2')).kind === 'taken');
      assert.deepEqual(await ownership.renew('node-1', LONG, false), new Map([[GUILD, 1]]));
    },
  );

  nodesTest(
    'a guild is not taken during a commit of its former owner, and renewals continue meanwhile',
    async ({ connect, first, second }) => {
      const { ownership } = clusterOf(second);
      await clusterOf(first).ownership.take(GUILD, 'node-1');
      const connection = await connect();
      await connection.exec(`${BEGIN}; SELECT fence_guild(${GUILD}, 1, 1, 'entry 1')`);
      const taking = assert.rejects(ownership.take(GUILD, 'node-2'), StoreError);
      assert.deepEqual(await ownership.renew('node-2', LONG, false), new Map());
      await taking;
      await connection.exec('COMMIT');
      assert.deepEqual(await ownership.take(GUILD, 'node-2'), { kind: 'taken', epoch: 2, sequence: 1 });
      await connection.close();
    },
  );

  nodesTest('a renewal that is given up does not continue in the database', async ({ connect, first }) => {
    const { ownership } = clusterOf(first);
    const locking = await connect();
    const watching = await connect();
    await locking.exec(`${BEGIN}; LOCK TABLE node_leases`);
    await assert.rejects(ownership.renew('node-1', LONG, false), StoreError);
    await eventually(async () => (await watching.query(WAITING_RENEWALS)).length === 0, {
      describe: () => 'the renewal still waits for the lock',
    });
    await locking.close();
    await watching.close();
    assert.deepEqual(await ownership.renew('node-1', LONG, false), new Map());
  });

  nodesTest(
    'a renewal waits for a node that takes a guild because the lease seemed to have ended',
    async ({ connect, first }) => {
      const { ownership } = clusterOf(first);
      await ownership.renew('node-1', SHORT, false);
      await ownership.take(GUILD, 'node-1');
      const connection = await connect();
      const take = `${BEGIN}; SELECT node FROM take_guild(${GUILD}, 'node-2')`;
      await eventually(async () => {
        await connection.exec(take);
        const [row] = await connection.query('SELECT node FROM guild_owners');
        if (JSON.stringify(row) === '{"node":"node-2"}') return true;
        await connection.exec('ROLLBACK');
        return false;
      });
      const watching = await connect();
      const renewing = ownership.renew('node-1', LONG, false);
      await eventually(async () => (await watching.query(WAITING_RENEWALS)).length > 0);
      await connection.exec('COMMIT');
      assert.deepEqual(await renewing, new Map());
      await connection.close();
      await watching.close();
    },
  );
});
