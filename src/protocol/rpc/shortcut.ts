import Type, { type Static } from 'typebox';
import { Enumeration } from '../schema.js';
import { KEY_TYPES } from './key-types.js';

/**
 * One key or button of a shortcut. `code` is the HID usage (page 0x07) for keyboard keys and modifiers, the HID
 * button number (1 = left) for mouse buttons, the index in the W3C standard gamepad for gamepad buttons.
 */
export const ShortcutKeySchema = Type.Object({
  type: Enumeration(KEY_TYPES),
  code: Type.Integer({ minimum: 0 }),
  name: Type.String(),
});
export type ShortcutKey = Static<typeof ShortcutKeySchema>;

/** Keys held together, in the order in which they went down. */
export const ShortcutSchema = Type.Array(ShortcutKeySchema);
export type Shortcut = ShortcutKey[];
