import type { KeyboardLayoutBinding } from '../../platform/native/keyboard-layout.js';
import { KEY_TYPES } from '../../protocol/rpc/key-types.js';
import type { ShortcutKey } from '../../protocol/rpc/shortcut.js';
import type { KeyboardLayout, KeyCharacters } from './input-backend.js';
import { KEY_TABLE } from './key-table.js';

/**
 * Names keys by the characters they type in a layout: the key with the HID usage of the US `y` is `z` in a German one.
 * Keys that type no character (f5, enter, the number pad) keep the names of the table, as do all keys if the layout is
 * unknown. Codes never change.
 */
export class KeyNames {
  #layout = '';
  /** names that differ from the table, by HID usage */
  #names: ReadonlyMap<number, string> = new Map();

  constructor(private readonly layouts: KeyboardLayoutBinding | null) {}

  /** Uses the names of this layout from now on; null: those of the table. */
  use(layout: KeyboardLayout | null): void {
    const identity = JSON.stringify(layout);
    if (identity === this.#layout) return;
    this.#layout = identity;
    const characters = layout === null ? [] : this.#charactersOf(layout);
    this.#names = new Map(
      characters
        .filter(([usage]) => typesCharacter(usage))
        .map(([usage, character]) => [usage, character.toLowerCase()] as const),
    );
  }

  #charactersOf(layout: KeyboardLayout): KeyCharacters['characters'] {
    if ('characters' in layout) return layout.characters;
    const byEvdev = new Map(this.layouts?.characters(layout).characters ?? []);
    return KEY_TABLE.flatMap(({ usage, evdev }) => {
      const character = evdev === null ? undefined : byEvdev.get(evdev);
      return character === undefined ? [] : [[usage, character] as const];
    });
  }

  named(key: ShortcutKey): ShortcutKey {
    const name = key.type === KEY_TYPES.KEYBOARD_KEY ? this.#names.get(key.code) : undefined;
    return name === undefined ? key : { ...key, name };
  }
}

/**
 * Letters, digits, punctuation; the key next to the left shift; the two extra keys of Japanese and Brazilian keyboards.
 */
function typesCharacter(usage: number): boolean {
  const isLetterOrDigit = usage >= 0x04 && usage <= 0x27;
  const isPunctuation = usage >= 0x2d && usage <= 0x38;
  return isLetterOrDigit || isPunctuation || [0x64, 0x87, 0x89].includes(usage);
}
