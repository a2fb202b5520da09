import { bindingLoader } from './binding.js';

/** A keyboard's layout as XKB names it; what is empty or absent is XKB's default (native/keyboard-layout/). */
export interface XkbNames {
  readonly rules?: string;
  readonly model?: string;
  /** e.g. `de`, or `us,ru` */
  readonly layout: string;
  /** e.g. `nodeadkeys` */
  readonly variant?: string;
  readonly options?: string;
  /** which of several layouts is active, from 0 on */
  readonly group?: number;
}

/** A keyboard's layout in XKB's text format. */
export interface XkbKeymap {
  readonly keymap: string;
}

/** What keys type in a layout (native/keyboard-layout/keyboard_layout.h). */
export interface NativeKeyCharacters {
  /** missing-library: there is no libxkbcommon; missing-data: there are no descriptions of layouts */
  readonly status: 'read' | 'missing-library' | 'missing-data' | 'unknown-layout';
  /**
   * by codes of linux/input-event-codes.h, without modifiers; a key that begins an accented character has the accent;
   * empty unless read
   */
  readonly characters: readonly [number, string][];
}

/** Keyboard layouts of Linux (native/binding/keyboard_layout.cc). */
export interface KeyboardLayoutBinding {
  /** Takes some milliseconds. */
  characters(layout: XkbNames | XkbKeymap): NativeKeyCharacters;
  /** The layout in use on the X display that DISPLAY names; null if it does not tell. Blocks until the server answers. */
  ofXDisplay(): XkbNames | null;
  /** The layout of the Wayland compositor with this socket; null if it has none, or does not tell in time. Blocks meanwhile. */
  ofWayland(socket: string, timeoutMs: number): XkbKeymap | null;
}

/** Only on Linux. */
export const loadKeyboardLayout = bindingLoader<KeyboardLayoutBinding>('keyboardLayout', [
  'characters',
  'ofXDisplay',
  'ofWayland',
]);
