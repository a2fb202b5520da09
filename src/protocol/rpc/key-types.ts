/** Key types of a shortcut (docs/rpc.md, Commands). */
export const KEY_TYPES = {
  KEYBOARD_KEY: 0,
  MOUSE_BUTTON: 1,
  KEYBOARD_MODIFIER_KEY: 2,
  GAMEPAD_BUTTON: 3,
} as const;
