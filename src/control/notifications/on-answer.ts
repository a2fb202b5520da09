import type { Unsubscribe } from '../../platform/async/events.js';
import type { DesktopNotifier } from '../../platform/desktop-notification/desktop-notifier.js';

/**
 * Carries out what the person chooses in a notification.
 *
 * @param id of the notification
 * @param answer is called with the key of the action, and what the notification was about when it was on the screen
 * @param failed is called with why it could not be carried out
 */
export function onAnswer(
  notifier: DesktopNotifier,
  id: string,
  answer: (key: string, about: string | undefined) => Promise<void>,
  failed: (error: unknown) => void,
): Unsubscribe {
  return notifier.on('action', (chosen) => {
    if (chosen.id === id) answer(chosen.key, chosen.notification.about).catch(failed);
  });
}
