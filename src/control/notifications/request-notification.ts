import {
  BODY_LENGTH,
  type DesktopNotification,
  type NotificationAction,
  toShownBody,
} from '../../platform/desktop-notification/desktop-notifier.js';
import { toVisibleText } from '../../platform/text/visible-text.js';
import type { WaitingConsent } from '../consent/waiting-consent.js';

/** What the person can do in a notification; `review` opens the console. */
export const REVIEW: NotificationAction = { key: 'review', label: 'Review', isDefault: true };
export const ALLOW_ONCE: NotificationAction = { key: 'allow-once', label: 'Allow once' };
export const DENY: NotificationAction = { key: 'deny', label: 'Deny' };

/**
 * The notification of requests that wait. One request can be decided in it, if all that it asks for can be read there;
 * what lasts, and recording keys, is allowed in the console alone (docs/adr/0006-desktop-notifications.md).
 *
 * @param canReview whether a browser can be opened
 */
export function toRequestNotification(
  waiting: readonly [WaitingConsent, ...WaitingConsent[]],
  canReview: boolean,
): DesktopNotification {
  const [first, ...others] = waiting;
  const review = canReview ? [REVIEW] : [];
  const hint = 'Allow or deny in the console page. If none opens, run: guildhall console';
  if (others.length > 0) {
    return { title: `${waiting.length} requests for access wait`, body: hint, actions: review };
  }
  const text = describeRequest(first);
  const isWhole = first.kind === 'authorize' && [...toShownBody(text)].length <= BODY_LENGTH;
  return {
    title: `${first.application.name} asks for access`,
    body: isWhole ? text : hint,
    about: first.id,
    // A click on the notification itself, with which many people dismiss one, allows nothing.
    actions: [...review, ...(isWhole ? [ALLOW_ONCE] : []), DENY],
  };
}

/** The notification of a request that ended unanswered. */
export function toUnansweredNotification({ application }: WaitingConsent): DesktopNotification {
  return {
    title: `${application.name} asked for access`,
    body: 'Nobody answered in time, so it was refused. It can ask again.',
  };
}

/** Each line is the daemon's own: a path of a program may contain line breaks, which would begin another one. */
function describeRequest({ guest, origin, permissions, process }: WaitingConsent): string {
  const path = process === null ? [] : [process.path];
  const from = [origin ?? 'a program without an origin', ...path].map(toVisibleText).join(', ');
  const asked = permissions.map(({ words }) => words).join('; ');
  const account = guest === null ? [] : [`A guest account is made, named ${toVisibleText(guest)}.`];
  return [`From ${from}`, `It asks to ${asked}.`, ...account].join('\n');
}
