import type { DesktopNotification } from './desktop-notifier.js';

/**
 * An interface to a desktop's notifications. Calls for the same id never overlap.
 *
 * Methods reject with a `UserError` if notifications are unavailable on this machine.
 */
export interface NotificationBackend {
  /** Shows a notification, or replaces the one with the same id. A desktop without actions shows it without. */
  show(id: string, notification: DesktopNotification): Promise<void>;
  withdraw(id: string): Promise<void>;
  /**
   * Checks for the desktop without showing anything. @returns whether the state is known now; false: only
   * `show` detects it
   */
  check(): Promise<boolean>;
  /**
   * Sets what is called when the person chooses an action. The desktop may close the notification then.
   *
   * @param listener gets the id of `show` and the key of the action
   */
  onAction(listener: (id: string, key: string) => void): void;
  close(): Promise<void>;
}
