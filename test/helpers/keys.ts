import { gamepadButton } from '#guildhall/hardware/gamepad/gamepad-buttons.js';
import { KEY_TABLE } from '#guildhall/hardware/input/key-table.js';
import { mouseButton } from '#guildhall/hardware/input/mouse-buttons.js';
import type { ShortcutKey } from '#guildhall/protocol/rpc/shortcut.js';

const KEYS: readonly ShortcutKey[] = KEY_TABLE.map(({ usage, name }) => ({
  type: usage >= 0xe0 && usage <= 0xe7 ? 2 : 0,
  code: usage,
  name,
}));
const BUTTONS = Array.from({ length: 17 }, (_, number) => [mouseButton(number), gamepadButton(number)]);
const BY_NAME = new Map([...KEYS, ...BUTTONS.flat()].map((key) => [key?.name, key]));

/** The table has no such key. */
export class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError';
}

/** @returns the key with this HID usage @throws {UnknownKeyError} */
export function keyOfUsage(usage: number): ShortcutKey {
  const key = KEYS.find(({ code }) => code === usage);
  if (key === undefined) throw new UnknownKeyError(`${usage}`);
  return key;
}

/** @returns the key, mouse button or gamepad button with this name, e.g. `right ctrl` @throws {UnknownKeyError} */
export function keyOfName(name: string): ShortcutKey {
  const key = BY_NAME.get(name);
  if (key === undefined || key === null) throw new UnknownKeyError(name);
  return key;
}
