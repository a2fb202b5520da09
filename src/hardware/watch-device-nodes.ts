import { gathered } from '../platform/gathered.js';
import { watchNames } from '../platform/watch-names.js';

/** A device has a node for each of its interfaces, and the right to open it comes a moment after the node. */
const GATHER_MS = 100;
/** Elsewhere than on Linux nothing tells of devices but their list. */
const LOOK_INTERVAL_MS = 1000;

/**
 * Calls back when devices may have come or gone, until the returned function is called.
 *
 * @param folder where their nodes are on Linux, e.g. `/dev`
 * @param nodes matches the names of the nodes there
 */
export function watchDeviceNodes(folder: string, nodes: RegExp, listener: () => void): () => void {
  if (process.platform === 'linux') return watchNames(folder, nodes, gathered(GATHER_MS, listener));
  const timer = setInterval(listener, LOOK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
