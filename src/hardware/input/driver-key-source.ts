import { messageOf } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import type { DriverHost } from '../host/driver-host.js';
import type { KEY_REQUESTS, KeyEvent } from './key-event.js';
import type { KeyListener, KeyListening, KeySource } from './key-source.js';

/** A driver's host, as far as it hears keys; a `DriverHost` whose contract has `KEY_REQUESTS` and the event `key`. */
export interface KeyDriver extends Pick<DriverHost<never>, 'need' | 'availability'> {
  readonly events: { on(name: 'key', listener: (event: KeyEvent) => void): unknown };
  request(method: 'listen'): Promise<boolean>;
  requestIfRunning(method: keyof typeof KEY_REQUESTS): Promise<boolean | null>;
}

/** Keys from one driver, which listens only while somebody listens here. */
export class DriverKeySource implements KeySource {
  readonly #listeners = new Set<KeyListener>();
  /** lets go of the driver; null while nobody listens */
  #release: (() => void) | null = null;

  constructor(
    private readonly driver: KeyDriver,
    private readonly log: Logger,
  ) {
    driver.events.on('key', (event) => {
      for (const listener of [...this.#listeners]) listener.event(event);
    });
    driver.availability.on('down', () => {
      for (const listener of [...this.#listeners]) listener.interrupted();
    });
    // A driver that is back after its death does not know that it was listening.
    driver.availability.on('up', () => {
      if (this.#listeners.size > 0) this.#listenAgain();
    });
  }

  async listen(listener: KeyListener): Promise<KeyListening> {
    this.#listeners.add(listener);
    this.#release ??= this.driver.need();
    try {
      const hasKeys = await this.driver.request('listen');
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
      // One that died does not listen either. Asking it again later could silence whoever listens by then.
      await this.driver.requestIfRunning('unlisten');
    } finally {
      release?.();
    }
  }

  #listenAgain(): void {
    // If it dies of this, it comes up again, and with it this question: asking on could outlast the listeners.
    this.driver.requestIfRunning('listen').catch((error: unknown) => {
      this.log.warn({ reason: messageOf(error) }, 'keys cannot be heard at the moment');
    });
  }
}
