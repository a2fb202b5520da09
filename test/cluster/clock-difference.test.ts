import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InProcessBus, InProcessHub } from '#guildhall/cluster/bus/in-process-bus.js';
import { openCluster } from '#guildhall/cluster/open-cluster.js';
import { systemClock } from '#guildhall/platform/clock.js';
import { Lifecycle } from '#guildhall/platform/lifecycle.js';
import { createLogger, silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../hardware/support/manual-clock.js';
import { noPostgres, sharedPostgres } from '../helpers/postgres/postgres-server.js';
import { openNode } from '../store/postgres/support/open-node.js';

/** What the log of a node has in two minutes. @param aheadMs how much the clock of its machine is ahead */
async function warningsOf(
  aheadMs: number,
): Promise<{ readonly lines: string[]; readonly differenceMs: number }> {
  const server = await sharedPostgres();
  const database = await server.takeDatabase();
  const lines: string[] = [];
  const keep = (line: string) => void (line.includes('the clock of this machine') && lines.push(line));
  const log = createLogger('warn', { write: keep });
  const lifecycle = new Lifecycle(silentLogger);
  try {
    const machine = { ...systemClock, now: () => systemClock.now() + aheadMs };
    const store = await openNode(server.settings(database), { clock: machine });
    lifecycle.add('store', { stop: () => store.close() });
    const clock = new ManualClock();
    const bus = new InProcessBus({ hub: new InProcessHub(), clock, log });
    assert.ok(store.cluster);
    const options = { clock, log, observer: null };
    const cluster = await openCluster({ node: 'a', bus }, store.cluster, options, lifecycle);
    await clock.advance(120_000);
    // The server is on this machine.
    const agreedMs = systemClock.now() - (store.cluster?.now() ?? 0);
    assert.ok(Math.abs(agreedMs) < 2000, `the time of the nodes is ${agreedMs} ms off`);
    return { lines, differenceMs: cluster.clockAhead() };
  } finally {
    await lifecycle.stop();
    await server.returnDatabase(database);
  }
}

describe('A node whose clock differs from that of PostgreSQL', { skip: noPostgres }, () => {
  for (const aheadMs of [90_000, -90_000, 3_000]) {
    test(`by ${aheadMs / 1000} s says so each minute`, async () => {
      const { lines, differenceMs } = await warningsOf(aheadMs);
      assert.equal(lines.length, 3, lines.join(''));
      for (const line of lines) {
        const { msg, aheadSeconds } = Object(JSON.parse(line));
        assert.equal(msg, 'the clock of this machine differs from that of the database');
        assert.equal(Math.round(aheadSeconds), aheadMs / 1000);
      }
      assert.equal(Math.round(differenceMs / 1000), aheadMs / 1000);
    });
  }

  test('by less is not logged', async () => {
    assert.deepEqual((await warningsOf(500)).lines, []);
  });
});
