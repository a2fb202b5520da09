import { bindingLoader } from './binding.js';

/** A keyboard layout by its XKB names; empty or absent names are XKB's defaults (native/keyboard-layout/). */
export interface XkbNames {
  readonly rules?: string;
  readonly model?: string;
  /** e.g. `de`, or `us,ru` */
  readonly layout: string;
  /** e.g. `nodeadkeys` */
  readonly variant?: string;
  readonly options?: string;
  /** the active one of several layouts, from 0 on */
  readonly group?: number;
}

/** A keyboard layout in XKB's text format. */
export interface XkbKeymap {
  readonly keymap: string;
}

/** The characters of keys in a layout (native/keyboard-layout/keyboard_layout.h). */
export interface NativeKeyCharacters {
  /** missing-library: libxkbcommon is missing; missing-data: the layout descriptions are missing */
  readonly status: 'read' | 'missing-library' | 'missing-data' | 'unknown-layout';
  /** by codes of linux/input-event-codes.h, without modifiers; for a dead key, the accent; empty unless read */
  readonly characters: readonly (readonly [number, string])[];
}

/** Keyboard layouts of Linux (native/binding/keyboard_layout.cc). */
export interface KeyboardLayoutBinding {
  /** Takes a few milliseconds. */
  characters(layout: XkbNames | XkbKeymap): NativeKeyCharacters;
  /** The current layout of the X display that DISPLAY names; null if unknown. Blocks until the server answers. */
  ofXDisplay(): XkbNames | null;
  /**
   * The layout of the Wayland compositor at this socket; null if it has none or does not answer in time. Blocks
   * meanwhile.
   */
  ofWayland(socket: string, timeoutMs: number): XkbKeymap | null;
}

/** Linux only. */
export const loadKeyboardLayout = bindingLoader<KeyboardLayoutBinding>('keyboardLayout', [
  'characters',
  'ofXDisplay',
  'ofWayland',
]);
