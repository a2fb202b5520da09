import { StoreDamagedError } from '../../store/errors.js';
import type { Store } from '../../store/store.js';

/**
 * Whether requests can be carried out: the store answers, and in a cluster this node has a lease.
 *
 * @param node the name of this process among the nodes; null: it is the only one
 * @returns null if they can, otherwise the reason why not, e.g. `the store does not answer`
 */
export async function findUnreadiness(
  store: Pick<Store, 'assertRoom' | 'cluster'>,
  node: string | null,
): Promise<string | null> {
  // The file of a single process needs no connection.
  if (store.cluster === null) return findStoreDamage(store);
  try {
    const nodes = await store.cluster.liveNodes();
    return node === null || nodes.includes(node) ? null : 'this node has no lease';
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
