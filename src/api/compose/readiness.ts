import { StoreDamagedError } from '../../store/errors.js';
import type { Store } from '../../store/store.js';
import type { ApiCluster } from '../cluster/open-cluster.js';

/**
 * Whether requests can be carried out: the store answers, and in a cluster this node has a lease.
 *
 * @returns null if they can, otherwise the reason why not, e.g. `the store does not answer`
 */
export async function findUnreadiness(
  store: Pick<Store, 'assertRoom' | 'cluster'>,
  cluster: Pick<ApiCluster, 'name'> | null,
): Promise<string | null> {
  // The file of a single process needs no connection.
  if (store.cluster === null) return findStoreDamage(store);
  try {
    const nodes = await store.cluster.liveNodes();
    return cluster === null || nodes.includes(cluster.name) ? null : 'this node has no lease';
  } catch {
    return 'the store does not answer';
  }
}

/** Why the store accepts no changes anymore; null: it accepts them. */
export function findStoreDamage(store: Pick<Store, 'assertRoom'>): string | null {
  try {
    store.assertRoom();
  } catch (error) {
    if (error instanceof StoreDamagedError) return error.message;
  }
  return null;
}
