import Type, { type Static } from 'typebox';
import { Enumeration, Secret } from '../schema.js';
import { KEY_TYPES } from './key-types.js';

/**
 * One key or button of a shortcut. `code` is the HID usage of keyboard keys and modifiers (page 0x07; of other pages,
 * e.g. media keys, with the page in the upper 16 bits), the HID button number (1 = left) of mouse buttons, or the index
 * in the W3C standard gamepad.
 */
export const ShortcutKeySchema = Type.Object({
  type: Enumeration(KEY_TYPES),
  code: Type.Integer({ minimum: 0 }),
  name: Type.String(),
});
export type ShortcutKey = Static<typeof ShortcutKeySchema>;

/** The maximum number of keys of a shortcut that is saved. */
export const MAX_SHORTCUT_KEYS = 64;

/** Keys that were down together, in the order in which they went down. */
export const ShortcutSchema = Type.Array(ShortcutKeySchema);
export type Shortcut = ShortcutKey[];

/** Keys that were captured, which only the capturing application and the person may see. */
export const CapturedShortcutSchema = Secret(Type.Array(ShortcutKeySchema));
