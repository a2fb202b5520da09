import type { Shortcut } from '../../protocol/rpc/shortcut.js';
import type { LostKeys } from '../hardware.js';
import type { KeyEvent } from './key-event.js';
import { keyId } from './key-id.js';
import type { KeyListener } from './key-source.js';

/** Whether all keys of a shortcut are down. Other keys may be down, too: people talk while they play. */
export class HeldShortcut implements KeyListener {
  readonly #keys: ReadonlySet<string>;
  readonly #down = new Set<string>();
  /** the keys that were down before they were watched, which count once they are pressed again */
  readonly #before = new Set<string>();
  #isHeld = false;

  /** @param shortcut without keys it is never held */
  constructor(
    shortcut: Shortcut,
    private readonly changed: (isHeld: boolean) => void,
    private readonly lost: LostKeys = 'released',
  ) {
    this.#keys = new Set(shortcut.map(keyId));
  }

  event({ down, fromStart, key }: KeyEvent): void {
    const id = keyId(key);
    if (!this.#keys.has(id)) return;
    if (!down) {
      this.#before.delete(id);
      this.#down.delete(id);
    } else if (fromStart === true && this.lost === 'released') {
      this.#before.add(id);
    } else if (!this.#before.has(id)) {
      this.#down.add(id);
    }
    this.#update();
  }

  interrupted(): void {
    this.#down.clear();
    this.#before.clear();
    if (this.lost === 'released') this.#update();
  }

  #update(): void {
    const isHeld = this.#down.size > 0 && this.#down.size === this.#keys.size;
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.changed(isHeld);
  }
}
