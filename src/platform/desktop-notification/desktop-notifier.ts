import type { Component } from '../lifecycle.js';

/**
 * What a notification says. Both texts may contain what applications chose, e.g. their names: they are shown as plain
 * text, without control characters, cut to a length that desktops show.
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
 * Shows notifications on the person's desktop. There is at most one per id: showing another one replaces it, withdrawing
 * it closes it. Ids are chosen by the code, never by an application, e.g. `capture`.
 *
 * Nothing here fails: a desktop without notifications is a state with a reason.
 */
export interface DesktopNotifier extends Component {
  /** Shows or replaces a notification. The same content again changes nothing. */
  show(id: string, notification: DesktopNotification): void;
  /** Closes a notification, if it is shown. */
  withdraw(id: string): void;
  readonly state: NotifierState;
  /** Finds the state out where the desktop can be asked without showing anything. */
  check(): Promise<NotifierState>;
}
