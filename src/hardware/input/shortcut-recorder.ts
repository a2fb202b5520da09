import type { Shortcut, ShortcutKey } from '../../protocol/rpc/shortcut.js';

/**
 * Follows the keys of one capture and knows its first complete combination.
 *
 * A person who records ctrl+shift+F5 presses the keys one after the other and lets go of them in any order, not at
 * once. So a combination is what was held at its largest, and it is complete when the last of its keys is up: taking
 * the first release instead would cut a combination short whenever a finger slips while the hand is still forming
 * it. Of two combinations equally large within one grip (ctrl held, F5 tapped, F6 tapped) the first counts.
 */
export class ShortcutRecorder {
  readonly #held = new Map<string, ShortcutKey>();
  #largest: Shortcut = [];
  #completed: Shortcut | null = null;

  /** the keys down now, in the order in which they went down */
  get held(): Shortcut {
    return [...this.#held.values()];
  }

  /** the first combination that was pressed and released; null before */
  get completed(): Shortcut | null {
    return this.#completed;
  }

  /** the completed combination, else what has been pressed of the one under way; empty if nothing */
  get captured(): Shortcut {
    return this.#completed ?? this.#largest;
  }

  /** @returns the combination held now if a key went down that was not down before (auto-repeat is none), else null */
  press(key: ShortcutKey): Shortcut | null {
    const id = identity(key);
    if (this.#held.has(id)) return null;
    this.#held.set(id, key);
    const held = this.held;
    if (held.length > this.#largest.length) this.#largest = held;
    return held;
  }

  /** A release of a key that was down before the capture began means nothing. */
  release(key: ShortcutKey): void {
    if (!this.#held.delete(identity(key)) || this.#held.size > 0) return;
    this.#completed ??= this.#largest;
    this.#largest = [];
  }

  /** Forgets what is held, because releases may have gone unheard; what is complete stays. */
  reset(): void {
    this.#held.clear();
    this.#largest = [];
  }
}

function identity(key: ShortcutKey): string {
  return `${key.type}:${key.code}`;
}
