import Type, { type Static } from 'typebox';
import { Enumeration } from '../schema.js';

/** Key types of a shortcut (interface.md, RPC structures). */
export const KEY_TYPES = {
  KEYBOARD_KEY: 0,
  MOUSE_BUTTON: 1,
  KEYBOARD_MODIFIER_KEY: 2,
  GAMEPAD_BUTTON: 3,
} as const;
export type KeyType = (typeof KEY_TYPES)[keyof typeof KEY_TYPES];

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
