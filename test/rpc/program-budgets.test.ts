import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameBudgets } from '#guildhall/net/frames/frame-budget.js';
import { ProgramBudgets } from '#guildhall/rpc/dispatch/unconnected-commands.js';
import { ManualClock } from '../hardware/support/manual-clock.js';

/** Budgets of two frames of 1,000 bytes each. */
function setUp() {
  const limits = {
    perSecond: 1000,
    unauthenticatedPerSecond: 1000,
    unauthenticatedTotalPerSecond: 1_000_000,
    burstSeconds: 2,
  };
  const budgets = new ProgramBudgets(new FrameBudgets(limits, new ManualClock()));
  let lookups = 0;
  const charge = async (application: string, process: string | null) => {
    const findPeer = async () => {
      lookups += 1;
      return process;
    };
    return (await budgets.charge(application, findPeer, 1000)) !== null;
  };
  return { charge, countLookups: () => lookups };
}

test('no process is looked up while the budget of the application lasts', async () => {
  const { charge, countLookups } = setUp();
  assert.deepEqual([await charge('100', 'a'), await charge('100', 'b')], [true, true]);
  assert.equal(countLookups(), 0);
});

test('beyond it each process has its own budget, and an unknown process none', async () => {
  const { charge } = setUp();
  const results: boolean[] = [];
  for (const process of ['a', 'a', 'a', 'a', 'a', 'b', null]) results.push(await charge('100', process));
  assert.deepEqual(results, [true, true, true, true, false, true, false]);
  assert.equal(await charge('200', null), true);
});

test('new processes do not renew the budget of their application', async () => {
  const { charge } = setUp();
  for (let count = 0; count < 2000; count += 1) await charge('100', `process ${count}`);
  assert.equal(await charge('100', null), false);
});
