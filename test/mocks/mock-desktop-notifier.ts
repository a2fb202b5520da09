import { Emitter, type Unsubscribe } from '#guildhall/platform/async/events.js';
import {
  DEFAULT_ACTION,
  type DesktopNotification,
  type DesktopNotifier,
  type NotifierEvents,
  type NotifierState,
} from '#guildhall/platform/desktop-notification/desktop-notifier.js';

/** A notifier for tests that records shown and past notifications. */
export class MockDesktopNotifier implements DesktopNotifier {
  state: NotifierState = { available: true, reason: null };
  /** what is shown now, by id */
  readonly shown = new Map<string, DesktopNotification>();
  /** everything that was shown, oldest first */
  readonly history: { readonly id: string; readonly notification: DesktopNotification }[] = [];

  readonly #events = new Emitter<NotifierEvents>((error) => {
    throw error;
  });

  on<Name extends keyof NotifierEvents>(
    name: Name,
    listener: (event: NotifierEvents[Name]) => void,
  ): Unsubscribe {
    return this.#events.on(name, listener);
  }

  /** The person chooses an action; without effect unless a notification that is shown has it, as on a desktop. */
  choose(id: string, key: string): void {
    const notification = this.shown.get(id);
    const action = notification?.actions?.find(
      (one) => one.key === key || (key === DEFAULT_ACTION && one.isDefault === true),
    );
    if (notification !== undefined && action !== undefined)
      this.#events.emit('action', { id, key: action.key, notification });
  }

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
