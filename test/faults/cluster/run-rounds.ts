import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { Random, SEED } from '../../helpers/random.js';
import { CLUSTER_FAULTS, type FaultyCluster } from './cluster-faults.js';
import type { LoadUnderFaults } from './load-under-faults.js';
import { RecoveryTimes } from './recovery-times.js';

const NAMES = Object.keys(CLUSTER_FAULTS);
/** `npm run faults` and `npm run test:all` set it. */
export const ROUNDS = Number(process.env.GUILDHALL_TEST_ROUNDS ?? NAMES.length);
/** Whether times are judged: one round of each fault may share the machine with other tests. */
const IS_LONG = process.env.GUILDHALL_TEST_ROUNDS !== undefined;
/** The longest time between the beginning of the load and a fault, in milliseconds. */
const BEFORE_FAULT = 1000;
/** How much longer than a wait the start and each round may take. */
const START_SHARE = 6;
const ROUND_SHARE = 4;

/** How much longer than a wait all rounds may take. */
export const ROUNDS_SHARE = START_SHARE + ROUNDS * ROUND_SHARE;

/**
 * Causes one fault after the other.
 *
 * @param check fails if the cluster has not what it acknowledged
 */
export async function runRounds(
  cluster: FaultyCluster,
  load: LoadUnderFaults,
  check: () => Promise<void>,
): Promise<void> {
  const random = new Random(SEED);
  const times = new RecoveryTimes();
  let names: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Each fault once, in a random order, then again.
    if (names.length === 0) names = [...NAMES];
    const [name = ''] = names.splice(random.below(names.length), 1);
    const pause = await runRound({ cluster, load, random, name }, check);
    times.add(name, pause);
    report(`round ${round}: ${name}, ${Math.round(pause)} ms, ${JSON.stringify([...load.outcomes])}`);
  }
  if (!IS_LONG) return;
  for (const line of times.describe()) report(line);
  assert.deepEqual(times.late(), [], 'guilds could not be changed for too long');
}

interface Round {
  readonly cluster: FaultyCluster;
  readonly load: LoadUnderFaults;
  readonly random: Random;
  readonly name: string;
}

/** @returns the longest time in which one of the guilds could not be changed, in milliseconds */
async function runRound({ cluster, load, random, name }: Round, check: () => Promise<void>): Promise<number> {
  load.resume();
  const node = cluster.nodes[random.below(cluster.nodes.length)];
  assert.ok(node);
  try {
    await load.untilBack(performance.now());
    await delay(random.below(BEFORE_FAULT));
    const begin = performance.now();
    const since = (await CLUSTER_FAULTS[name]?.({ cluster, load, node, random })) ?? begin;
    await load.untilBack(performance.now());
    const pause = load.longestPause(since);
    await load.pause();
    await check();
    for (const each of cluster.nodes) assert.ok(each.isRunning, `the node ${each.name} ended`);
    return pause;
  } catch (error) {
    await load.pause();
    report(`seed ${SEED}: ${name} of ${node.name}`);
    throw error;
  }
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}
