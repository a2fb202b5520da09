import type { KeyEvent } from './key-event.js';

/** Where key and button events come from. Real: `driver-key-source.ts`; in tests: `mock-key-source.ts`. */
export interface KeySource {
  /**
   * Begins to hear keys. Nothing listens to the keyboard unless somebody is listening here.
   *
   * @throws {DriverUnavailableError} if this machine has no input driver that works
   */
  listen(listener: KeyListener): Promise<KeyListening>;
}

export interface KeyListener {
  event(event: KeyEvent): void;
  /** events may have been missed: forget which keys are down */
  interrupted(): void;
}

export interface KeyListening {
  /** whether anything that has keys was plugged in when it began */
  readonly hasKeys: boolean;
  /** Ends it; no event comes after this call. Resolves when the driver has let go of the keyboard too. */
  stop(): Promise<void>;
}
