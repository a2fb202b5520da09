import type { Unsubscribe } from '../../platform/async/events.js';
import type { DesktopNotifier } from '../../platform/desktop-notification/desktop-notifier.js';
import { messageOf } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';

/** Carries out one action. @param about what the notification was about when it was on the screen; empty: nothing */
type Answer = (about: string) => Promise<unknown>;

/**
 * Carries out what the person chooses in a notification.
 *
 * @param id of the notification
 * @param answers by the keys of the actions
 * @param failure is logged if one cannot be carried out
 */
export function onAnswer(
  { notifier, log }: { readonly notifier: DesktopNotifier; readonly log: Logger },
  id: string,
  answers: Readonly<Record<string, Answer>>,
  failure: string,
): Unsubscribe {
  return notifier.on('action', ({ key, notification: { about = '' }, ...chosen }) => {
    if (chosen.id !== id) return;
    answers[key]?.(about).catch((error: unknown) => log.warn({ reason: messageOf(error) }, failure));
  });
}
