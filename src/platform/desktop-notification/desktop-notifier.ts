import type { Listenable } from '../async/events.js';
import type { Component } from '../lifecycle.js';
import { toIsolatedText } from '../text/visible-text.js';

/** The longest body that is shown whole, in characters; desktops truncate longer ones. */
export const BODY_LENGTH = 400;

/** The key of a click on the notification itself (Desktop Notifications Specification, Basic Design). */
export const DEFAULT_ACTION = 'default';

/**
 * The text of a notification. It may contain text that applications chose, e.g. their names, so it is shown as plain
 * text, without control characters, truncated to a length that desktops show.
 */
export interface DesktopNotification {
  readonly title: string;
  readonly body: string;
  /** what it is about, for the one who shows it, e.g. the id of a request; another value is another notification */
  readonly about?: string;
  /** buttons, where the desktop shows any */
  readonly actions?: readonly NotificationAction[];
}

/** A button of a notification. */
export interface NotificationAction {
  /** a constant of the code, e.g. `deny` */
  readonly key: string;
  readonly label: string;
  /** whether a click on the notification itself has the same effect: of one action at most */
  readonly isDefault?: true;
}

/** The person chose an action of a notification. */
export interface ChosenAction {
  readonly id: string;
  readonly key: string;
  /** what was shown to the person, as it was passed to `show` */
  readonly notification: DesktopNotification;
}

export interface NotifierEvents {
  action: ChosenAction;
}

/** Whether notifications reach the person's desktop; null: none was shown yet. */
export interface NotifierState {
  readonly available: boolean | null;
  /** why not, in words for the person */
  readonly reason: string | null;
}

/** A body as it is shown, before it is truncated: hidden characters become codes, which are longer. It keeps its line breaks. */
export function toShownBody(body: string): string {
  return body.split('\n').map(toIsolatedText).join('\n');
}

/**
 * Shows notifications on the person's desktop, at most one per id: showing another one replaces it, withdrawing closes
 * it. Ids are constants of the code, e.g. `capture`, never chosen by applications.
 *
 * Nothing here throws: a desktop without notifications is reported in the state.
 */
export interface DesktopNotifier extends Component, Listenable<NotifierEvents> {
  /** Shows or replaces a notification. Has no effect if the content is unchanged. */
  show(id: string, notification: DesktopNotification): void;
  /** Closes a notification if it is shown. */
  withdraw(id: string): void;
  readonly state: NotifierState;
  /** Determines the state where that is possible without showing anything. */
  check(): Promise<NotifierState>;
}
