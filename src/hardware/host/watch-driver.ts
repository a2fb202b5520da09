import type { Listenable } from '../../platform/events.js';
import type { DriverContract } from './contract.js';
import type { DriverHost } from './driver-host.js';

/** A driver that tells when what it lists is another than before. */
interface ChangingDriver extends Pick<DriverHost<DriverContract>, 'need' | 'availability'> {
  readonly events: Listenable<{ changed: null }>;
}

/**
 * Keeps a driver running and calls back when what it lists, or how it is doing, may be another than before, until the
 * returned function is called. What a driver missed while it was down is among that.
 */
export function watchDriver(driver: ChangingDriver, listener: () => void): () => void {
  const listening = [
    driver.events.on('changed', listener),
    driver.availability.on('up', listener),
    driver.availability.on('down', listener),
  ];
  const release = driver.need();
  return () => {
    for (const unsubscribe of listening.splice(0)) unsubscribe();
    release();
  };
}
