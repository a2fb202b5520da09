import type { DriverUnavailableError } from '#guildhall/hardware/errors.js';
import type { KeyListener, KeyListening, KeySource } from '#guildhall/hardware/input/key-source.js';
import type { ShortcutKey } from '#guildhall/protocol/rpc/shortcut.js';
import { keyOfName } from '../helpers/keys.js';

/** A keyboard, a mouse and a gamepad that tests press. */
export class MockKeySource implements KeySource {
  readonly #listeners = new Set<KeyListener>();
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
      for (const listener of [...this.#listeners]) listener.event({ key, down });
    }
  }
}
