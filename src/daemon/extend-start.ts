import type { Clock } from '../platform/clock.js';
import type { ServiceNotifier } from '../platform/service-notify.js';

/** How often the service manager is asked for more time, and for how much, in milliseconds. */
const INTERVAL_MS = 20_000;
const EXTENSION_MS = 60_000;
/** How long a start may take, in milliseconds: one that hangs must end. */
const LIMIT_MS = 60 * 60_000;

/**
 * Asks the service manager for more time while the process starts: an upgrade checks a large store first, which may take
 * longer than TimeoutStartSec (docs/operating.md, Service).
 *
 * @returns a function that is called once the start has ended
 */
export function extendStart(notifier: ServiceNotifier, clock: Clock): () => void {
  const end = clock.now() + LIMIT_MS;
  return clock.every(INTERVAL_MS, () => {
    if (clock.now() < end) notifier.notifyStarting(EXTENSION_MS);
  });
}
