import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FrameBudget, FrameBudgets, WORK } from '#guildhall/net/frames/frame-budget.js';
import { DecodeMeter } from '#guildhall/protocol/encoding/decode-meter.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const LIMITS = {
  perSecond: 100_000,
  unauthenticatedPerSecond: 10_000,
  unauthenticatedTotalPerSecond: 20_000,
  burstSeconds: 2,
};

function setUp() {
  const clock = new ManualClock();
  return { clock, budgets: new FrameBudgets(LIMITS, clock) };
}

/** Charges frames without content until the budget is used up. @returns the work that was done */
function exhaust(budget: FrameBudget, isAuthenticated: boolean): number {
  let work = 0;
  while (budget.chargeFrame(0, isAuthenticated)) work += WORK.FRAME;
  return work;
}

/** Whether work is what a burst allows, but for the frame that goes beyond. */
function isBurst(work: number, perSecond: number): boolean {
  const burst = perSecond * LIMITS.burstSeconds;
  return work >= burst - WORK.FRAME && work <= burst + WORK.FRAME;
}

test('an authenticated connection has a larger budget', () => {
  const { budgets } = setUp();
  const budget = budgets.create();
  assert.ok(isBurst(exhaust(budget, false), LIMITS.unauthenticatedPerSecond));
  assert.ok(isBurst(exhaust(budget, true), LIMITS.perSecond));
});

test('bytes, values and inflated bytes are charged, not only frames', () => {
  const { budgets } = setUp();
  const meter = new DecodeMeter({ bytes: 1e6, terms: 1e6, depth: 1 });
  meter.takeTerms(1000);
  meter.takeInflated(1000);
  const expensive: [string, (budget: FrameBudget) => boolean][] = [
    ['bytes', (budget) => budget.chargeFrame(20_000, true)],
    ['decoding', (budget) => budget.chargeDecoding(meter, true)],
  ];
  for (const [what, charge] of expensive) {
    const budget = budgets.create();
    let frames = 0;
    while (charge(budget)) frames += 1;
    assert.ok(frames > 1 && frames <= 11, `${frames} frames of many ${what}`);
  }
});

test('a connection with units of its own is served when the shared ones are used up, at their rate', async () => {
  const clock = new ManualClock();
  const budgets = new FrameBudgets({ ...LIMITS, ownPerSecond: WORK.FRAME }, clock);
  const honest = budgets.create();
  for (let count = 0; count < 20; count += 1) exhaust(budgets.create(), false);
  exhaust(honest, false);
  await clock.advance(1000);
  // Others use up what is shared before it.
  for (let count = 0; count < 20; count += 1) exhaust(budgets.create(), false);
  assert.deepEqual([honest.chargeFrame(0, false), honest.chargeFrame(0, false)], [true, false]);
});

test('an exhausted budget refills with time', async () => {
  const { budgets, clock } = setUp();
  const budget = budgets.create();
  exhaust(budget, true);
  await clock.advance(1000);
  const work = exhaust(budget, true);
  assert.ok(work > LIMITS.perSecond / 2 && work <= LIMITS.perSecond + WORK.FRAME);
});

test('many unauthenticated connections share a budget, and do not prevent others from authenticating', () => {
  const { budgets } = setUp();
  let total = 0;
  for (let count = 0; count < 20; count += 1) total += exhaust(budgets.create(), false);
  const alone = LIMITS.unauthenticatedPerSecond * LIMITS.burstSeconds;
  assert.ok(total < 12 * alone, `20 connections did ${(total / alone).toFixed(1)} times the work of one`);
  const newcomer = budgets.create();
  for (let frame = 0; frame < 5; frame += 1) assert.ok(newcomer.chargeFrame(500, false));
  assert.ok(newcomer.chargeFrame(1, true));
});
