import type { KeyboardLayoutBinding, XkbKeymap, XkbNames } from '../../platform/native/keyboard-layout.js';
import { KEY_TYPES } from '../../protocol/rpc/key-types.js';
import type { ShortcutKey } from '../../protocol/rpc/shortcut.js';
import { KEY_TABLE } from './key-table.js';

/**
 * Names keys by what they type in a layout: the key with the HID usage of the US `y` is `z` in a German one. Keys that
 * type nothing of their own (f5, enter, the number pad) keep the names of the table, as all do where the layout is not
 * known. Codes never change.
 */
export class KeyNames {
  #layout = '';
  /** by HID usage, what differs from the table */
  #names: ReadonlyMap<number, string> = new Map();

  constructor(private readonly layouts: KeyboardLayoutBinding | null) {}

  /** Takes names from this layout from now on; null: those of the table. */
  use(layout: XkbNames | XkbKeymap | null): void {
    const identity = JSON.stringify(layout);
    if (identity === this.#layout) return;
    this.#layout = identity;
    const characters = layout === null ? [] : (this.layouts?.characters(layout).characters ?? []);
    const byEvdev = new Map(characters);
    this.#names = new Map(
      KEY_TABLE.filter(({ usage }) => typesCharacter(usage)).flatMap(({ usage, evdev }) => {
        const character = evdev === null ? undefined : byEvdev.get(evdev);
        return character === undefined ? [] : [[usage, character.toLowerCase()] as const];
      }),
    );
  }

  named(key: ShortcutKey): ShortcutKey {
    const name = key.type === KEY_TYPES.KEYBOARD_KEY ? this.#names.get(key.code) : undefined;
    return name === undefined ? key : { ...key, name };
  }
}

/** Letters, digits, punctuation; the key beside the left shift; the two more that Japanese and Brazilian keyboards have. */
function typesCharacter(usage: number): boolean {
  const isLetterOrDigit = usage >= 0x04 && usage <= 0x27;
  const isPunctuation = usage >= 0x2d && usage <= 0x38;
  return isLetterOrDigit || isPunctuation || [0x64, 0x87, 0x89].includes(usage);
}
