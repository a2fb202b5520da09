import type { Store } from '../store/store.js';
import type { ApiCluster } from './cluster/open-cluster.js';

/**
 * Whether requests can be carried out: the store answers, and in a cluster this node has a lease.
 *
 * @returns null if they can, otherwise the reason why not, e.g. `the store does not answer`
 */
export async function findUnreadiness(
  store: Pick<Store, 'cluster'>,
  cluster: Pick<ApiCluster, 'name'> | null,
): Promise<string | null> {
  // The file of a single process needs no connection.
  if (store.cluster === null) return null;
  try {
    const nodes = await store.cluster.liveNodes();
    return cluster === null || nodes.includes(cluster.name) ? null : 'this node has no lease';
  } catch {
    return 'the store does not answer';
  }
}
