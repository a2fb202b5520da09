import { messageOf } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import type { ShortcutKey } from '../../protocol/rpc/shortcut.js';
import type { DriverHost } from '../host/driver-host.js';
import type { KEY_REQUESTS, KeyEvent } from './key-event.js';
import { keyId } from './key-id.js';
import type { KeyListener, KeyListening, KeySource } from './key-source.js';

/** The host of a driver that reads keys: its contract has `KEY_REQUESTS` and the event `key`. */
export interface KeyDriver extends Pick<DriverHost<never>, 'need' | 'availability' | 'status'> {
  readonly events: { on(name: 'key', listener: (event: KeyEvent) => void): unknown };
  request(method: 'listen'): Promise<boolean>;
  requestIfRunning(method: keyof typeof KEY_REQUESTS): Promise<boolean | null>;
}

/** Keys from one driver, which reads them only while there are listeners. */
export class DriverKeySource implements KeySource {
  readonly #listeners = new Set<KeyListener>();
  /** the keys that are down, for those who listen later */
  readonly #down = new Map<string, ShortcutKey>();
  /** releases the driver; null while there are no listeners */
  #release: (() => void) | null = null;

  constructor(
    private readonly driver: KeyDriver,
    private readonly log: Logger,
  ) {
    driver.events.on('key', (event) => {
      if (event.down) this.#down.set(keyId(event.key), event.key);
      else this.#down.delete(keyId(event.key));
      for (const listener of [...this.#listeners]) listener.event(event);
    });
    driver.availability.on('down', () => {
      this.#down.clear();
      for (const listener of [...this.#listeners]) listener.interrupted();
    });
    // A driver that restarted after a crash does not read keys yet.
    driver.availability.on('up', () => {
      if (this.#listeners.size > 0) this.#listenAgain();
    });
  }

  async listen(listener: KeyListener): Promise<KeyListening> {
    if (this.#listeners.size === 0) this.#down.clear();
    for (const key of this.#down.values()) listener.event({ key, down: true, fromStart: true });
    this.#listeners.add(listener);
    this.#release ??= this.driver.need();
    try {
      const hasKeys = await this.driver.request('listen');
      this.log.debug({ driver: this.driver.status().name }, 'driver reads keys');
      return { hasKeys, stop: () => this.#remove(listener) };
    } catch (error) {
      await this.#remove(listener);
      throw error;
    }
  }

  async #remove(listener: KeyListener): Promise<void> {
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
    const release = this.#release;
    this.#release = null;
    try {
      // A driver that crashed does not read keys either. Requesting it again later could stop a newer listener.
      await this.driver.requestIfRunning('unlisten');
    } finally {
      release?.();
    }
  }

  #listenAgain(): void {
    // If the driver crashes now, it comes up again and this runs again: retrying here could outlast the listeners.
    this.driver.requestIfRunning('listen').catch((error: unknown) => {
      this.log.warn({ reason: messageOf(error) }, 'failed to read keys');
    });
  }
}
