import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import type { DesktopNotifier } from '../../platform/desktop-notification/desktop-notifier.js';
import { messageOf } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import type { ConsentDesk } from '../consent/consent-desk.js';
import {
  ALLOW_ONCE,
  DENY,
  REVIEW,
  toRequestNotification,
  toUnansweredNotification,
} from '../consent/request-notification.js';
import { onAnswer } from '../notifications/on-answer.js';
import type { ConsoleAccess } from './console-access.js';
import type { ConsoleOpener } from './console-opener.js';

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
  // What was on the screen is decided, and not what waits by now.
  const choose = async (key: string, about: string | undefined) => {
    if (key === REVIEW.key) opener.openForPerson();
    else if (about === undefined) return;
    else if (key === ALLOW_ONCE.key) await consent.decide(about, 'allow-once');
    else if (key === DENY.key) await consent.decide(about, 'deny');
  };
  announce();
  return combineUnsubscribes([
    consent.on('waiting', announce),
    consent.on('changed', update),
    consent.on('unanswered', (request) => notifier.show(UNANSWERED, toUnansweredNotification(request))),
    access.on('attended', update),
    onAnswer(notifier, WAITING, choose, (error) =>
      log.error({ reason: messageOf(error) }, 'failed to carry out an action of a notification'),
    ),
  ]);
}
