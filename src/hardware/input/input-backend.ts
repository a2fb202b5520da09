import type { XkbKeymap, XkbNames } from '../../platform/native/keyboard-layout.js';
import type { Unavailability } from '../drivers.js';
import type { KeyEvent } from './key-event.js';

/** One way of hearing keys and mouse buttons, loaded into the driver's process. */
export interface InputBackend {
  /** The layout that keys have now, where it can be known; null where it cannot. */
  layout(): XkbNames | XkbKeymap | null;
  /** Again while it listens: nothing. */
  listen(): void;
  /** No event comes after this call, and no device stays open. */
  unlisten(): void;
}

/** A way of hearing keys that a machine may have. */
export interface InputBackendKind {
  readonly name: 'uiohook' | 'evdev';
  /**
   * What this machine lacks for it; null if nothing is known to be lacking. May touch devices and displays, and block
   * for as long as they do: only for the driver's own process.
   */
  probe(environment: NodeJS.ProcessEnv): Unavailability | null;
  /**
   * Loads it; it must have been probed before, because libraries end the process where something is lacking.
   *
   * @param hear called with every press and release while it listens; auto-repeat may come as further presses
   */
  load(hear: (event: KeyEvent) => void): Promise<InputBackend>;
}
