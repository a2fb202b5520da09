import type { KeyEvent } from './key-event.js';

/** A source of key and button events. Real: `driver-key-source.ts`. */
export interface KeySource {
  /**
   * Starts listening to keys. Keys are read only while there are listeners.
   *
   * @throws {DriverUnavailableError} if this machine has no working input driver
   */
  listen(listener: KeyListener): Promise<KeyListening>;
}

export interface KeyListener {
  event(event: KeyEvent): void;
  /** events may have been missed; the keys that are down are unknown */
  interrupted(): void;
}

export interface KeyListening {
  /** whether a device with keys was plugged in at the start */
  readonly hasKeys: boolean;
  /** Stops listening; no event follows this call. Resolves when the driver has released the keyboard too. */
  stop(): Promise<void>;
}
