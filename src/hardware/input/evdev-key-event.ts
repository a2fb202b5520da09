import type { KeyEvent } from './key-event.js';
import { keyOfEvdev, unknownKey } from './key-table.js';
import { mouseButtonOfEvdev } from './mouse-buttons.js';

/** The first and last keys of the kernel that are not buttons (linux/input-event-codes.h), but for the D-pad's. */
const EVDEV_KEYS = [
  [0x01, 0xff],
  [0x160, 0x21f],
  [0x224, 0x2bf],
] as const;

/**
 * @param code of linux/input-event-codes.h
 * @param fromStart whether it was down before anybody listened
 * @returns null for a button of something else than a mouse, e.g. the touch of a touchpad
 */
export function toKeyEvent(code: number, down: boolean, fromStart: boolean): KeyEvent | null {
  const isKey = EVDEV_KEYS.some(([first, last]) => code >= first && code <= last);
  const key = keyOfEvdev(code) ?? mouseButtonOfEvdev(code) ?? (isKey ? unknownKey(code) : null);
  if (key === null) return null;
  return fromStart ? { key, down, fromStart } : { key, down };
}
