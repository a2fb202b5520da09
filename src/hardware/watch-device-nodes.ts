import { throttle } from '../platform/coalesce.js';
import { loadHidDevices } from '../platform/native/hid-devices.js';
import { watchNames } from '../platform/watch-names.js';

/** A device has a node for each of its interfaces, and the right to open it comes a moment after the node. */
const GATHER_MS = 100;

/**
 * Calls back when devices may have come or gone, until the returned function is called: by their nodes on Linux, by the
 * notifications of the system elsewhere. Without the native addon nothing is reported there.
 *
 * @param folder where their nodes are on Linux, e.g. `/dev`
 * @param nodes matches the names of the nodes there
 */
export function watchDeviceNodes(folder: string, nodes: RegExp, listener: () => void): () => void {
  const changed = throttle(GATHER_MS, listener);
  if (process.platform === 'linux') return watchNames(folder, nodes, changed);
  const { binding } = loadHidDevices();
  const watcher = binding === null ? null : new binding.Watcher(changed);
  return () => watcher?.stop();
}
