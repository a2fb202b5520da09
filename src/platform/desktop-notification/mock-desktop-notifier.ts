import type { DesktopNotification, DesktopNotifier, NotifierState } from './desktop-notifier.js';

/** A notifier for tests that records shown and past notifications. */
export class MockDesktopNotifier implements DesktopNotifier {
  state: NotifierState = { available: true, reason: null };
  /** what is shown now, by id */
  readonly shown = new Map<string, DesktopNotification>();
  /** everything that was shown, oldest first */
  readonly history: { readonly id: string; readonly notification: DesktopNotification }[] = [];

  show(id: string, notification: DesktopNotification): void {
    this.shown.set(id, notification);
    this.history.push({ id, notification });
  }

  withdraw(id: string): void {
    this.shown.delete(id);
  }

  async check(): Promise<NotifierState> {
    return this.state;
  }

  async stop(): Promise<void> {
    this.shown.clear();
  }
}
