import type { Component } from '../lifecycle.js';

/**
 * The text of a notification. It may contain text that applications chose, e.g. their names, so it is shown as plain
 * text, without control characters, truncated to a length that desktops show.
 */
export interface DesktopNotification {
  readonly title: string;
  readonly body: string;
}

/** Whether notifications reach the person's desktop; null: none was shown yet. */
export interface NotifierState {
  readonly available: boolean | null;
  /** why not, in words for the person */
  readonly reason: string | null;
}

/**
 * Shows notifications on the person's desktop, at most one per id: showing another one replaces it, withdrawing closes
 * it. Ids are constants of the code, e.g. `capture`, never chosen by applications.
 *
 * Nothing here throws: a desktop without notifications is reported in the state.
 */
export interface DesktopNotifier extends Component {
  /** Shows or replaces a notification. Has no effect if the content is unchanged. */
  show(id: string, notification: DesktopNotification): void;
  /** Closes a notification if it is shown. */
  withdraw(id: string): void;
  readonly state: NotifierState;
  /** Determines the state where that is possible without showing anything. */
  check(): Promise<NotifierState>;
}
