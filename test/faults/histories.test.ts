// test:all faults: stalls and ends databases at random moments of real time

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { OutcomeUnknownError, StoreError } from '#guildhall/store/errors.js';
import type { Refused } from '#guildhall/store/sql/committer.js';
import { SqliteCommitter } from '#guildhall/store/sqlite/committer.js';
import { TestService } from '../api/support/test-service.js';
import { makeWorld } from '../api/support/world.js';
import { ClusterOfServices } from '../cluster/support/cluster-of-services.js';
import { enginesTest } from '../helpers/nodes/engines-test.js';
import { PostgresServer } from '../helpers/postgres/postgres-server.js';
import { Random, SEED } from '../helpers/random.js';
import { HistoryClients } from './history/history-clients.js';

/** `npm run test:all` sets it. */
const ROUNDS = Number(process.env.GUILDHALL_TEST_ROUNDS ?? 6);
/** How long clients run in a round without a fault, before it and after it, in milliseconds. */
const QUIET_MS = 400;
/** The longest time in which a database does not answer, in milliseconds. */
const STALL_MS = 400;
const NODES = ['a', 'b', 'c'];

/** Faults of PostgreSQL. Each leaves it working. */
const FAULTS: readonly ((postgres: PostgresServer, random: Random) => Promise<void>)[] = [
  async (postgres, random) => {
    postgres.suspend();
    await delay(random.below(STALL_MS));
    postgres.continue();
  },
  async (postgres) => {
    await postgres.kill();
    await postgres.resume();
  },
  async (postgres, random) => {
    postgres.suspend();
    await delay(random.below(STALL_MS));
    postgres.crashSessions();
  },
];

/** What becomes of a batch of changes in SQLite. */
const FATES = ['stored', 'stored', 'stored late', 'stored late', 'refused', 'of unknown outcome'] as const;

test(`one process shows what is stored while SQLite stalls and fails (${ROUNDS} rounds)`, async () => {
  const random = new Random(SEED);
  const original = SqliteCommitter.prototype.commit;
  let isFaulty = false;
  // A disk that is slow, full, or fails when a transaction is synced.
  SqliteCommitter.prototype.commit = async function (batch) {
    const fate = isFaulty && batch.some(({ writes }) => writes.length > 0) ? random.pick(FATES) : 'stored';
    if (fate !== 'stored') await delay(random.below(STALL_MS));
    if (fate === 'refused') throw new StoreError('the disk is full', 'SQLITE_FULL');
    const refused: Refused<(typeof batch)[number]> = await Reflect.apply(original, this, [batch]);
    if (fate === 'of unknown outcome') throw new OutcomeUnknownError('the disk failed');
    return refused;
  };
  const service = await TestService.start();
  try {
    const world = await makeWorld(service);
    const clients = new HistoryClients(() => [service.url], world);
    for (let round = 1; round <= ROUNDS; round += 1) {
      await clients.check(round, async () => {
        await delay(QUIET_MS);
        isFaulty = true;
        await delay(4 * QUIET_MS);
        isFaulty = false;
        await delay(QUIET_MS);
      });
    }
    process.stderr.write(`${clients.describe()}\n`);
  } finally {
    SqliteCommitter.prototype.commit = original;
    await service.stop();
  }
});

enginesTest(
  `three nodes show what is stored while PostgreSQL stalls and restarts (${ROUNDS} rounds)`,
  async () => {
    const random = new Random(SEED);
    const postgres = await PostgresServer.startOwn();
    try {
      await using cluster = await ClusterOfServices.start(undefined, postgres);
      const nodes: TestService[] = [];
      for (const name of NODES) nodes.push(await cluster.addNode(name, { onError: () => undefined }));
      const [first] = nodes;
      assert.ok(first);
      const clients = new HistoryClients(() => nodes.map(({ url }) => url), await makeWorld(first));
      for (let round = 1; round <= ROUNDS; round += 1) {
        await clients.check(round, async () => {
          await delay(QUIET_MS + random.below(QUIET_MS));
          await FAULTS[round % FAULTS.length]?.(postgres, random);
          await delay(QUIET_MS);
        });
      }
      process.stderr.write(`${clients.describe()}\n`);
    } finally {
      await postgres.stop();
    }
  },
);
