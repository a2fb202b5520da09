import type { DriverUnavailableError } from '#guildhall/hardware/errors.js';
import type { KeyListener, KeyListening, KeySource } from '#guildhall/hardware/input/key-source.js';
import type { ShortcutKey } from '#guildhall/protocol/rpc/shortcut.js';
import { keyOfName } from '../helpers/keys.js';

/** A keyboard, a mouse and a gamepad that tests press. */
export class MockKeySource implements KeySource {
  readonly #listeners = new Set<KeyListener>();
  /** the keys that are down, by name */
  readonly #down = new Map<string, ShortcutKey>();
  /** what `listen` throws, as if the machine had no input driver; null: nothing */
  unavailable: DriverUnavailableError | null = null;
  /** whether it is plugged in */
  hasKeys = true;

  /** whether anybody listens to keys */
  get listening(): boolean {
    return this.#listeners.size > 0;
  }

  async listen(listener: KeyListener): Promise<KeyListening> {
    if (this.unavailable !== null) throw this.unavailable;
    this.#listeners.add(listener);
    for (const key of this.#down.values()) listener.event({ key, down: true, fromStart: true });
    return {
      hasKeys: this.hasKeys,
      stop: async () => {
        this.#listeners.delete(listener);
      },
    };
  }

  /** Presses keys one after the other. */
  press(...keys: (ShortcutKey | string)[]): void {
    this.#send(keys, true);
  }

  /** Releases keys one after the other. */
  release(...keys: (ShortcutKey | string)[]): void {
    this.#send(keys, false);
  }

  /** The driver crashed and restarted: key events may have been missed. */
  interrupt(): void {
    for (const listener of this.#listeners) listener.interrupted();
  }

  #send(keys: (ShortcutKey | string)[], down: boolean): void {
    for (const named of keys) {
      const key = typeof named === 'string' ? keyOfName(named) : named;
      if (down) this.#down.set(key.name, key);
      else this.#down.delete(key.name);
      for (const listener of [...this.#listeners]) listener.event({ key, down });
    }
  }
}
