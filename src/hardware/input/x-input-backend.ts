import type { NativeListener } from '../../platform/native/binding.js';
import { loadKeyboardLayout, type XkbNames } from '../../platform/native/keyboard-layout.js';
import { loadXInput, type XInputBinding } from '../../platform/native/x-input.js';
import { toKeyEvent } from './evdev-key-event.js';
import type { InputBackend } from './input-backend.js';
import type { KeyEvent } from './key-event.js';

/**
 * Opens the X display through XInput 2, which reports every key of the kernel, also those that uiohook has no code for.
 *
 * @returns null if the display does not report keys this way
 */
export function openXInput(emit: (event: KeyEvent) => void): InputBackend | null {
  const { binding } = loadXInput();
  return binding?.isUsable() === true ? new XInputBackend(binding, emit) : null;
}

class XInputBackend implements InputBackend {
  readonly #layouts = loadKeyboardLayout().binding;
  #listener: NativeListener | null = null;

  constructor(
    private readonly xInput: XInputBinding,
    private readonly emit: (event: KeyEvent) => void,
  ) {}

  layout(): XkbNames | null {
    return this.#layouts?.ofXDisplay() ?? null;
  }

  /** A display always has a keyboard, also if none is plugged in. */
  hasDevices(): boolean {
    return true;
  }

  listen(): void {
    this.#listener ??= new this.xInput.KeyListener((code, down, fromStart) => {
      const event = toKeyEvent(code, down, fromStart);
      if (event !== null) this.emit(event);
    });
  }

  unlisten(): void {
    this.#listener?.stop();
    this.#listener = null;
  }
}
