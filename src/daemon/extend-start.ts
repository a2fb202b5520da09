import type { Clock } from '../platform/clock.js';
import type { ServiceNotifier } from '../platform/processes/service-notify.js';

/** How often the service manager is asked for more time, and for how much, in milliseconds. */
const INTERVAL_MS = 20_000;
const EXTENSION_MS = 60_000;
/** How often it is asked, for an hour: a start that hangs must end. */
const LIMIT = (60 * 60_000) / INTERVAL_MS;

/**
 * Asks the service manager for more time while the process starts: an upgrade checks a large store first, which may take
 * longer than TimeoutStartSec (docs/operating.md, Service).
 *
 * @returns a function that is called once the start has ended
 */
export function extendStart(notifier: ServiceNotifier, clock: Clock): () => void {
  // Counted, because the time of day may be set while the machine starts.
  let left = LIMIT;
  return clock.every(INTERVAL_MS, () => {
    if (left === 0) return;
    left -= 1;
    notifier.notifyStarting(EXTENSION_MS);
  });
}
