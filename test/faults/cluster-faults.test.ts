// test:all faults: ends nodes and engines at random moments
import { test } from 'node:test';
import { testInNetworkNamespace } from '../helpers/network-namespace.js';
import { noPostgres } from '../helpers/postgres/postgres-server.js';
import { checkCluster } from './cluster/cluster-check.js';
import { ClusterLoad } from './cluster/cluster-load.js';
import { withCluster } from './cluster/cluster-under-faults.js';
import { whyNoNodeNetworks } from './cluster/node-network.js';
import { ROUNDS, ROUNDS_SHARE, runRounds } from './cluster/run-rounds.js';

const TITLE = `three nodes lose and repeat nothing through faults of machines, networks and engines (${ROUNDS} rounds)`;
const reason = noPostgres || whyNoNodeNetworks();

if (reason !== false) test(TITLE, { skip: reason }, () => {});
else {
  const programs = ['nats-server', 'nft', 'nsenter'];
  const run = () =>
    withCluster(async (cluster) => {
      const load = new ClusterLoad(cluster.nodes, cluster.guildIds);
      await runRounds(cluster, load, () => checkCluster(cluster, load));
    });
  testInNetworkNamespace(import.meta.url, programs, TITLE, run, ROUNDS_SHARE);
}
