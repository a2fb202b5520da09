import type { NativeListener } from '../../platform/native/binding.js';
import { loadWindowsKeys, type WindowsKeysBinding } from '../../platform/native/windows-keys.js';
import type { InputBackend, KeyCharacters } from './input-backend.js';
import type { KeyEvent } from './key-event.js';
import { keyOfScanCode, unknownKey } from './key-table.js';
import { mouseButton } from './mouse-buttons.js';

/**
 * Reads the keys of Windows through raw input, which reports their places. uiohook reports what the layout makes of them,
 * so that it has other codes for the same keys of other layouts, and none for some.
 *
 * @returns null on other systems
 */
export function openRawInput(
  emit: (event: KeyEvent) => void,
  { binding } = loadWindowsKeys(),
): InputBackend | null {
  return binding === null ? null : new RawInputBackend(binding, emit);
}

class RawInputBackend implements InputBackend {
  #listener: NativeListener | null = null;

  constructor(
    private readonly keys: WindowsKeysBinding,
    private readonly emit: (event: KeyEvent) => void,
  ) {}

  layout(): KeyCharacters {
    return {
      characters: this.keys.characters().flatMap(([code, character]) => {
        const key = keyOfScanCode(code);
        return key === null ? [] : [[key.code, character] as const];
      }),
    };
  }

  /** A keyboard on the screen can be used at any time. */
  hasDevices(): boolean {
    return true;
  }

  listen(): void {
    this.#listener ??= new this.keys.KeyListener((isButton, code, down, fromStart) => {
      const key = isButton ? mouseButton(code) : (keyOfScanCode(code) ?? unknownKey(code));
      if (key !== null) this.emit({ key, down, ...(fromStart && { fromStart }) });
    });
  }

  unlisten(): void {
    this.#listener?.stop();
    this.#listener = null;
  }
}
