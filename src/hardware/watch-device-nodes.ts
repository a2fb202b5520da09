import { throttle } from '../platform/async/coalesce.js';
import { watchNames } from '../platform/files/watch-names.js';
import type { LoadedBinding } from '../platform/native/binding.js';
import { type HidDevicesBinding, loadHidDevices } from '../platform/native/hid-devices.js';

/**
 * A device has a node for each of its interfaces, and the permission to open it is set shortly after the node appears.
 */
const THROTTLE_MS = 100;

/**
 * Calls back when devices may have changed, until the returned function is called: on changes of their nodes on Linux,
 * on notifications of the system elsewhere. Where the system has none, or without the native addon, nothing is reported,
 * and devices are still listed.
 *
 * @param folder the folder of the nodes on Linux, e.g. `/dev`
 * @param nodes matches the names of the nodes
 */
export function watchDeviceNodes(
  folder: string,
  nodes: RegExp,
  listener: () => void,
  { binding }: LoadedBinding<HidDevicesBinding> = loadHidDevices(),
): () => void {
  const changed = throttle(THROTTLE_MS, listener);
  if (process.platform === 'linux') return watchNames(folder, nodes, changed);
  try {
    const watcher = binding === null ? null : new binding.Watcher(changed);
    return () => watcher?.stop();
  } catch {
    return () => {};
  }
}
