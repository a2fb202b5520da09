import { KEY_TYPES } from '../../protocol/rpc/key-types.js';
import type { ShortcutKey } from '../../protocol/rpc/shortcut.js';

/**
 * Names of the W3C standard gamepad's buttons by their index. The four on the right are told by place; their letters
 * are those of the pads that most games draw: `a` is the lowest, `b` the right, `x` the left, `y` the top one.
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
 * @returns the button, or null if the standard has none of this index
 */
export function gamepadButton(index: number): ShortcutKey | null {
  const name = GAMEPAD_BUTTON_NAMES[index];
  return name === undefined ? null : { type: KEY_TYPES.GAMEPAD_BUTTON, code: index, name };
}

/** @returns the button with this name, e.g. `gamepad a` or `gamepad left trigger`, or null */
export function gamepadButtonOfName(name: string): ShortcutKey | null {
  return gamepadButton(GAMEPAD_BUTTON_NAMES.indexOf(name));
}
