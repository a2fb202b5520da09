import type { DesktopNotifier } from '../../platform/desktop-notification/desktop-notifier.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/events.js';
import type { ConsentDesk } from '../consent/consent-desk.js';
import type { WaitingConsent } from '../consent/waiting-consent.js';
import type { ConsoleAccess } from './console-access.js';
import type { ConsoleOpener } from './console-opener.js';

const NOTIFICATION_ID = 'consent';

export interface RequestAnnouncement {
  readonly consent: ConsentDesk;
  readonly access: ConsoleAccess;
  readonly opener: ConsoleOpener;
  readonly notifier: DesktopNotifier;
}

/**
 * Announces waiting requests to the person: an open console page shows them; otherwise a notification and, at most once
 * a minute, a window with the console.
 */
export function announceRequests({ consent, access, opener, notifier }: RequestAnnouncement): Unsubscribe {
  const update = () => {
    const waiting = consent.waiting();
    if (waiting.length === 0 || access.openPages > 0) notifier.withdraw(NOTIFICATION_ID);
    else notifier.show(NOTIFICATION_ID, toNotification(waiting));
  };
  const announce = () => {
    update();
    if (consent.waiting().length > 0) opener.openWindow();
  };
  announce();
  return combineUnsubscribes([
    consent.on('waiting', announce),
    consent.on('changed', update),
    access.on('openPages', update),
  ]);
}

function toNotification(waiting: readonly WaitingConsent[]) {
  const [first] = waiting;
  const title =
    waiting.length === 1 && first !== undefined
      ? `${first.application.name} asks for access`
      : `${waiting.length} requests for access wait`;
  return { title, body: 'Allow or deny in the console page. If none opens, run: guildhall console' };
}
