import type { Listenable } from '../async/events.js';
import type { Component } from '../lifecycle.js';

/** What changes the icon. */
export interface IconState {
  readonly isMuted: boolean;
  readonly needsAttention: boolean;
}

/** A menu entry. */
export interface TrayItem {
  /** a constant of the code, e.g. `mute` */
  readonly key: string;
  readonly label: string;
  readonly isEnabled: boolean;
  /** whether its checkmark is set; null: it has none */
  readonly isChecked: boolean | null;
}

export interface TrayContent extends IconState {
  /** shown when the icon is pointed at */
  readonly title: string;
  /** the menu, with a line between groups */
  readonly groups: readonly (readonly TrayItem[])[];
}

export interface TrayEvents {
  /** the person chose an entry of the menu */
  chosen: { readonly key: string };
}

/** A tray icon with a menu. Nothing here throws: on a desktop without a tray, nothing is shown. */
export interface Tray extends Component, Listenable<TrayEvents> {
  /** Shows the icon, or changes it. */
  show(content: TrayContent): void;
}
