import { KEY_TYPES } from '../../protocol/rpc/key-types.js';
import type { ShortcutKey } from '../../protocol/rpc/shortcut.js';

/**
 * Names of the buttons of the W3C standard gamepad by index. The four buttons on the right are identified by position
 * and named like those of common pads: `a` bottom, `b` right, `x` left, `y` top.
 */
const GAMEPAD_BUTTON_NAMES: readonly string[] = [
  'a',
  'b',
  'x',
  'y',
  'left shoulder',
  'right shoulder',
  'left trigger',
  'right trigger',
  'back',
  'start',
  'left stick',
  'right stick',
  'up',
  'down',
  'left',
  'right',
  'guide',
].map((name) => `gamepad ${name}`);

/**
 * @param index in the W3C standard gamepad
 * @returns the button, or null if the standard has no button of this index
 */
export function gamepadButton(index: number): ShortcutKey | null {
  const name = GAMEPAD_BUTTON_NAMES[index];
  return name === undefined ? null : { type: KEY_TYPES.GAMEPAD_BUTTON, code: index, name };
}
