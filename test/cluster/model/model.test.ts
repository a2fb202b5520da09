import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEED } from '../../helpers/random.js';
import { MUTATIONS, type Mutation, UNCHANGED } from './mutations.js';
import { Schedule } from './schedule.js';

/** How many schedules are tried; `npm run model -- COUNT` sets it. */
const SCHEDULES = Number(process.env.GUILDHALL_TEST_SCHEDULES ?? 100);
/** Where its seed no longer shows it, a mutation is searched for in this many schedules. */
const SCHEDULES_OF_MUTATION = 4000;

interface Found {
  readonly seed: number;
  readonly violation: string;
}

interface Search {
  /** the first seed */
  readonly from: number;
  readonly count: number;
  /** which violation is searched for; by default any */
  readonly violates?: RegExp;
}

/** Tries schedules one after another until one violates an invariant. */
async function search(mutation: Mutation, { from, count, violates = /./ }: Search): Promise<Found | null> {
  for (let seed = from; seed < from + count; seed += 1) {
    const violation = await new Schedule(seed, mutation).run();
    if (violation !== null && violates.test(violation)) return { seed, violation };
  }
  return null;
}

test(`ownership, requests and events keep their promises in ${SCHEDULES} random schedules`, async () => {
  assert.equal(await search(UNCHANGED, { from: SEED, count: SCHEDULES }), null);
});

for (const [title, mutation, violates, seed] of MUTATIONS) {
  test(`the model finds ${title}`, async (context) => {
    const found =
      (await search(mutation, { from: seed, count: 1, violates })) ??
      (await search(mutation, { from: 1, count: SCHEDULES_OF_MUTATION, violates }));
    assert.ok(found !== null, 'no schedule violates the invariant');
    context.diagnostic(`seed ${found.seed}: ${found.violation}`);
  });
}
