import type { Unsubscribe } from '../../platform/events.js';
import type { ConsentDesk } from '../consent/consent-desk.js';
import type { ConsoleAccess } from './console-access.js';

/**
 * Shows the console to the person when a request waits and no console page is open: one that is open shows the
 * request by itself. Requests that come while others wait open nothing more.
 */
export function openOnWaiting(
  consent: ConsentDesk,
  access: ConsoleAccess,
  openBrowser: ((url: string) => void) | null,
): Unsubscribe {
  if (openBrowser === null) return () => {};
  const open = () => {
    if (access.openPages === 0 && consent.waiting().length === 1) openBrowser(access.createAddress());
  };
  open();
  return consent.on('waiting', open);
}
