import { KEY_TYPES } from '../../protocol/rpc/key-types.js';
import type { ShortcutKey } from '../../protocol/rpc/shortcut.js';

/** Names of the mouse buttons by HID button number (page 0x09), from 1 on. */
const MOUSE_BUTTON_NAMES: readonly string[] = ['mouse left', 'mouse right', 'mouse middle'];

/**
 * @param number the HID button number: 1 left, 2 right, 3 middle, 4 and above further buttons (`mouse 4`). uiohook uses
 * the same numbers on every platform, although X11 itself numbers the middle button 2.
 * @returns the button, or null for an invalid number
 */
export function mouseButton(number: number): ShortcutKey | null {
  if (!Number.isInteger(number) || number < 1) return null;
  const name = MOUSE_BUTTON_NAMES[number - 1] ?? `mouse ${number}`;
  return { type: KEY_TYPES.MOUSE_BUTTON, code: number, name };
}

/** The kernel's code of the left button (BTN_LEFT), followed by right, middle and up to thirteen more. */
const EVDEV_LEFT = 0x110;
const EVDEV_LAST = 0x11f;

/** @returns the mouse button with this code in linux/input-event-codes.h, or null */
export function mouseButtonOfEvdev(code: number): ShortcutKey | null {
  return code > EVDEV_LAST ? null : mouseButton(code - EVDEV_LEFT + 1);
}
