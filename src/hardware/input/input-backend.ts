import type { XkbKeymap, XkbNames } from '../../platform/native/keyboard-layout.js';
import type { Unavailability } from '../drivers.js';
import type { KeyEvent } from './key-event.js';

/** The characters of a layout. */
export interface KeyCharacters {
  /** what keys type without modifiers, by HID usage; for a dead key, the accent */
  readonly characters: readonly (readonly [number, string])[];
}

export type KeyboardLayout = XkbNames | XkbKeymap | KeyCharacters;

/** A way to read keys and mouse buttons, loaded into the driver process. */
export interface InputBackend {
  /** The current keyboard layout; null if unknown. */
  layout(): KeyboardLayout | null;
  /** Whether a keyboard or mouse is connected that can be read; true if the backend cannot know. */
  hasDevices(): boolean;
  /** Has no effect while it is already listening. */
  listen(): void;
  /** No event follows, and no device stays open. */
  unlisten(): void;
}

/** A kind of input backend. */
export interface InputBackendKind {
  readonly name: 'uiohook' | 'evdev';
  /**
   * What this machine lacks for the backend; null if nothing is known to be missing. May access devices and displays
   * and block meanwhile: only for the driver process.
   */
  probe(environment: NodeJS.ProcessEnv): Unavailability | null;
  /**
   * Loads the backend; it must have been probed, because libraries end the process if something is missing.
   *
   * @param emit called with every press and release while it listens; auto-repeat may appear as further presses
   */
  load(emit: (event: KeyEvent) => void): Promise<InputBackend>;
}
