import type { NativeListener } from './binding.js';
import { bindingLoader } from './binding.js';

/** The keys of an X display through XInput 2 (native/binding/x_input.cc). */
export interface XInputBinding {
  /** Whether the display that DISPLAY names reports keys this way; blocks until the server answers. */
  isUsable(): boolean;
  /**
   * Reads all keyboards and mice of the display. If the X server ends, so does the process.
   *
   * @param onKey a key or button went down or up, by its code in linux/input-event-codes.h; without auto-repeat.
   * `fromStart`: it was down before the listener started; known of keys, not of buttons
   */
  readonly KeyListener: new (
    onKey: (code: number, down: boolean, fromStart: boolean) => void,
  ) => NativeListener;
}

/** Linux only. */
export const loadXInput = bindingLoader<XInputBinding>('xInput', ['isUsable', 'KeyListener']);
