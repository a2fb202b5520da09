import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { testInNetworkNamespace } from '../helpers/network-namespace.js';
import { noPostgres } from '../helpers/postgres/postgres-server.js';
import { Random } from '../rpc/fuzz/random.js';
import { checkCluster } from './cluster/cluster-check.js';
import { CLUSTER_FAULTS } from './cluster/cluster-faults.js';
import { ClusterLoad } from './cluster/cluster-load.js';
import { type ClusterUnderFaults, withCluster } from './cluster/cluster-under-faults.js';
import { whyNoNodeNetworks } from './cluster/node-network.js';

const NAMES = Object.keys(CLUSTER_FAULTS);
/** `npm run faults` for a longer run. */
const ROUNDS = Number(process.env.GUILDHALL_TEST_ROUNDS ?? NAMES.length);
const SEED = Number(process.env.GUILDHALL_TEST_SEED ?? 1);
/** The longest time between the begin of the load and a fault, in milliseconds. */
const BEFORE_FAULT = 1000;
/** How much longer than a wait the start and each round may take. */
const START_SHARE = 6;
const ROUND_SHARE = 4;

const TITLE = `three nodes lose and repeat nothing through faults of machines, networks and engines (${ROUNDS} rounds)`;
const reason = noPostgres || whyNoNodeNetworks();

if (reason !== false) test(TITLE, { skip: reason }, () => {});
else {
  const programs = ['nats-server', 'nft', 'nsenter'];
  const share = START_SHARE + ROUNDS * ROUND_SHARE;
  testInNetworkNamespace(import.meta.url, programs, TITLE, () => withCluster(runRounds), share);
}

async function runRounds(cluster: ClusterUnderFaults): Promise<void> {
  const random = new Random(SEED);
  const load = new ClusterLoad(cluster.nodes, cluster.guildIds);
  let names: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Each fault once, in a random order, then again.
    if (names.length === 0) names = [...NAMES];
    const [name = ''] = names.splice(random.below(names.length), 1);
    const pause = await runRound(cluster, load, name, random);
    report(`round ${round}: ${name}, ${Math.round(pause)} ms, ${JSON.stringify([...load.outcomes])}`);
  }
}

/** @returns the longest time in which one of the guilds could not be changed, in milliseconds */
async function runRound(
  cluster: ClusterUnderFaults,
  load: ClusterLoad,
  name: string,
  random: Random,
): Promise<number> {
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
    await checkCluster(cluster, load);
    for (const each of cluster.nodes) assert.ok(each.isRunning, `the node ${each.name} ended`);
    return pause;
  } catch (error) {
    report(`seed ${SEED}: ${name} of ${node.name}`);
    throw error;
  }
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}
