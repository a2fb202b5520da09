import { KEY_TYPES } from '../../protocol/rpc/key-types.js';
import type { Shortcut, ShortcutKey } from '../../protocol/rpc/shortcut.js';
import { keyId } from './key-id.js';

/**
 * Tracks the keys of one capture and determines its first complete combination.
 *
 * A person who records ctrl+shift+F5 presses the keys one after the other and releases them in any order. So a
 * combination is the largest set of keys that were down together, and it is complete when the last of them is up;
 * ending at the first release would truncate it if a finger slips. Of two combinations of equal size without a full
 * release in between (ctrl down, F5 tapped, F6 tapped) the first one counts.
 *
 * Keys that were down before the capture are no part of it, e.g. the enter that started it; but modifiers among them
 * belong to the combination of the next press.
 */
export class ShortcutRecorder {
  readonly #held = new Map<string, ShortcutKey>();
  /** keys that were down before the capture, and have not been released or joined a combination since */
  readonly #before = new Map<string, ShortcutKey>();
  #largest: Shortcut = [];
  #completed: Shortcut | null = null;

  /** the keys that are down, in the order in which they went down */
  get held(): Shortcut {
    return [...this.#held.values()];
  }

  /** the first combination that was pressed and released; null until then */
  get completed(): Shortcut | null {
    return this.#completed;
  }

  /** the complete combination, else the keys of the current one; may be empty */
  get captured(): Shortcut {
    return this.#completed ?? this.#largest;
  }

  /** A key was down before the capture. */
  hold(key: ShortcutKey): void {
    this.#before.set(keyId(key), key);
  }

  /** @returns the keys that are down if a key went down (not by auto-repeat), else null */
  press(key: ShortcutKey): Shortcut | null {
    const id = keyId(key);
    if (this.#held.has(id) || this.#before.has(id)) return null;
    for (const [other, modifier] of this.#before) {
      if (modifier.type !== KEY_TYPES.KEYBOARD_MODIFIER_KEY) continue;
      this.#before.delete(other);
      this.#held.set(other, modifier);
    }
    this.#held.set(id, key);
    const held = this.held;
    if (held.length > this.#largest.length) this.#largest = held;
    return held;
  }

  /** Ignores keys that were down before the capture began. */
  release(key: ShortcutKey): void {
    this.#before.delete(keyId(key));
    if (!this.#held.delete(keyId(key)) || this.#held.size > 0) return;
    this.#completed ??= this.#largest;
    this.#largest = [];
  }

  /** Forgets the keys that are down, because releases may have been missed; the complete combination stays. */
  reset(): void {
    this.#held.clear();
    this.#before.clear();
    this.#largest = [];
  }
}
