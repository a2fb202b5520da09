import type { NativeListener } from './binding.js';
import { bindingLoader } from './binding.js';

/** The keys of Windows through raw input (native/windows-keys/windows_keys.h). */
export interface WindowsKeysBinding {
  /**
   * Reads all keyboards and mice. Keys have scan codes of set 1, with 0xe000 or 0xe100 added for a prefix; buttons of mice
   * have numbers from 1 on.
   *
   * @param onKey a key or button went down or up; without auto-repeat. `fromStart`: it was down before the listener
   * started; known of keys, not of buttons
   */
  readonly KeyListener: new (
    onKey: (isButton: boolean, code: number, down: boolean, fromStart: boolean) => void,
  ) => NativeListener;
  /**
   * What keys type without modifiers in the layout of the window with the focus, by scan codes; for a dead key, the accent.
   */
  characters(): readonly (readonly [number, string])[];
}

/** Windows only. */
export const loadWindowsKeys = bindingLoader<WindowsKeysBinding>('windowsKeys', [
  'KeyListener',
  'characters',
]);
