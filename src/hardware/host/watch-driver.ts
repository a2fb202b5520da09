import { combineUnsubscribes, type Listenable } from '../../platform/async/events.js';
import type { DriverContract } from './contract.js';
import type { DriverHost } from './driver-host.js';

/** A driver that reports changes of what it lists. */
interface ChangingDriver extends Pick<DriverHost<DriverContract>, 'need' | 'availability'> {
  readonly events: Listenable<{ changed: null }>;
}

/**
 * Keeps a driver running and calls back when what it lists, or its status, may have changed, until the returned
 * function is called. Changes while the driver was down are included.
 */
export function watchDriver(driver: ChangingDriver, listener: () => void): () => void {
  return combineUnsubscribes([
    driver.events.on('changed', listener),
    driver.availability.on('up', listener),
    driver.availability.on('down', listener),
    driver.need(),
  ]);
}
