import type { DesktopNotification } from './desktop-notifier.js';

/**
 * One way to reach a desktop. Calls for the same id never overlap.
 *
 * Methods reject with a `UserError` when notifications are unavailable on this machine.
 */
export interface NotificationBackend {
  /** Shows a notification, or replaces the one with the same id. */
  show(id: string, notification: DesktopNotification): Promise<void>;
  withdraw(id: string): Promise<void>;
  /** Looks for the desktop without showing anything. @returns whether it could be asked; false: only `show` finds out */
  check(): Promise<boolean>;
  close(): Promise<void>;
}
