import { Lifecycle } from '#guildhall/platform/lifecycle.js';
import { createLogger } from '#guildhall/platform/log.js';
import { addAccounts, addGuild } from '../../store/contract/fixtures.js';
import { openNode } from '../../store/postgres/support/open-node.js';
import type { CommitObserver } from './commit-observer.js';
import { type Engines, NODES, observeCommits, openEngines } from './engines.js';
import { NodeNetwork } from './node-network.js';
import { NodeUnderFaults } from './node-under-faults.js';

const GUILDS = ['10', '11', '12', '13', '14', '15'];

/** Three nodes in network namespaces of their own, and the engines that they share. */
export interface ClusterUnderFaults extends Engines {
  readonly nodes: readonly NodeUnderFaults[];
  readonly guildIds: readonly string[];
  readonly observer: CommitObserver;
}

/** Runs a function with a cluster. The process must be in a network namespace of its own. */
export async function withCluster(run: (cluster: ClusterUnderFaults) => Promise<void>): Promise<void> {
  const lifecycle = new Lifecycle(createLogger('error', process.stderr));
  try {
    await run(await openCluster(lifecycle));
  } finally {
    await lifecycle.stop();
  }
}

async function openCluster(lifecycle: Lifecycle): Promise<ClusterUnderFaults> {
  const engines = await openEngines(lifecycle);
  const store = await openNode(engines.postgres.settings(engines.database));
  await addAccounts(store, '1');
  for (const guildId of GUILDS) await addGuild(store, guildId);
  await store.close();
  const nodes: NodeUnderFaults[] = [];
  for (const name of NODES) {
    const network = await NodeNetwork.open(nodes.length + 1);
    nodes.push(lifecycle.add(name, new NodeUnderFaults(name, network, engines.urls, GUILDS)));
  }
  const observer = await observeCommits(engines, nodes);
  await Promise.all(nodes.map((node) => node.start()));
  return { ...engines, nodes, guildIds: GUILDS, observer };
}
