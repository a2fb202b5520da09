import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import type { DesktopNotifier } from '../../platform/desktop-notification/desktop-notifier.js';
import type { Logger } from '../../platform/log.js';
import type { ConsentDesk } from '../consent/consent-desk.js';
import type { ConsoleAccess } from '../console/console-access.js';
import type { ConsoleOpener } from '../console/console-opener.js';
import { onAnswer } from './on-answer.js';
import {
  ALLOW_ONCE,
  DENY,
  REVIEW,
  toRequestNotification,
  toUnansweredNotification,
} from './request-notification.js';

/** The ids of the notifications. */
const WAITING = 'consent';
const UNANSWERED = 'unanswered consent';

export interface RequestAnnouncement {
  readonly consent: ConsentDesk;
  readonly access: ConsoleAccess;
  readonly opener: ConsoleOpener;
  readonly notifier: DesktopNotifier;
  readonly log: Logger;
}

/**
 * Announces waiting requests to the person: a console page that they look at shows them; otherwise a notification, in which
 * they can be decided, and, at most once a minute and while no page is open, a window with the console.
 */
export function announceRequests({
  consent,
  access,
  opener,
  notifier,
  log,
}: RequestAnnouncement): Unsubscribe {
  const update = () => {
    const [first, ...others] = consent.waiting();
    if (first === undefined || access.isAttended) notifier.withdraw(WAITING);
    else notifier.show(WAITING, toRequestNotification([first, ...others], opener.canOpen));
  };
  const announce = () => {
    update();
    if (consent.waiting().length === 0) return;
    notifier.withdraw(UNANSWERED);
    opener.openWindow();
  };
  announce();
  return combineUnsubscribes([
    consent.on('waiting', announce),
    consent.on('changed', update),
    consent.on('unanswered', (request) => notifier.show(UNANSWERED, toUnansweredNotification(request))),
    access.on('attended', update),
    // What was on the screen is decided, and not what waits by now.
    onAnswer(
      { notifier, log },
      WAITING,
      {
        [REVIEW.key]: async () => opener.openForPerson(),
        [ALLOW_ONCE.key]: (id) => consent.decide(id, 'allow-once'),
        [DENY.key]: (id) => consent.decide(id, 'deny'),
      },
      'failed to decide a request in a notification',
    ),
  ]);
}
