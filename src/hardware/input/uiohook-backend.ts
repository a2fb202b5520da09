import type { uIOhook } from 'uiohook-napi';
import { loadKeyboardLayout } from '../../platform/native/keyboard-layout.js';
import { loadXDisplay } from '../../platform/native/x-display.js';
import type { ShortcutKey } from '../../protocol/rpc/shortcut.js';
import { unavailabilityOf } from '../host/load-failure.js';
import type { InputBackend, InputBackendKind, KeyboardLayout } from './input-backend.js';
import { DISPLAY_HINT } from './input-backend-order.js';
import type { KeyEvent } from './key-event.js';
import { keyOfUiohook, unknownKey } from './key-table.js';
import { macosLayout } from './macos-layout.js';
import { mouseButton } from './mouse-buttons.js';
import { openRawInput } from './raw-input-backend.js';
import { openXInput } from './x-input-backend.js';

const COULD_NOT_STOP = 71;

/** Reads keys through uiohook-napi: macOS, X11 (RECORD) if XInput does not report its keys, and Windows without raw input. */
export const UIOHOOK: InputBackendKind = {
  name: 'uiohook',

  probe(environment) {
    if (process.platform !== 'linux') return null;
    // Without the addon this cannot be checked. If uiohook ends the process, the daemon reports how.
    const { binding } = loadXDisplay();
    if (binding === null) return null;
    const { state, detail } = binding.probe();
    switch (state) {
      case 'usable':
        return null;
      case 'unreachable':
        return { reason: `the X display ${environment.DISPLAY} cannot be reached`, hint: DISPLAY_HINT };
      case 'missing-library':
        return unavailabilityOf(detail);
      case 'lacks-record':
        return { reason: detail, hint: 'enable the RECORD extension of the X server' };
    }
  },

  async load(emit) {
    return (
      openXInput(emit) ??
      openRawInput(emit) ??
      new UiohookBackend((await import('uiohook-napi')).uIOhook, emit)
    );
  },
};

class UiohookBackend implements InputBackend {
  readonly #layouts = loadKeyboardLayout().binding;
  #isListening = false;

  constructor(
    private readonly hook: typeof uIOhook,
    private readonly emit: (event: KeyEvent) => void,
  ) {
    hook.on('keydown', ({ keycode }) => this.#forward(keyOfUiohook(keycode) ?? unknownKey(keycode), true));
    hook.on('keyup', ({ keycode }) => this.#forward(keyOfUiohook(keycode) ?? unknownKey(keycode), false));
    hook.on('mousedown', ({ button }) => this.#forward(mouseButton(Number(button)), true));
    hook.on('mouseup', ({ button }) => this.#forward(mouseButton(Number(button)), false));
  }

  layout(): KeyboardLayout | null {
    return this.#layouts?.ofXDisplay() ?? macosLayout();
  }

  /** A display always has a keyboard, also if none is plugged in. */
  hasDevices(): boolean {
    return true;
  }

  listen(): void {
    if (this.#isListening) return;
    this.hook.start();
    this.#isListening = true;
  }

  unlisten(): void {
    if (!this.#isListening) return;
    this.#isListening = false;
    try {
      this.hook.stop();
    } catch {
      // Keys must not be read outside a capture: if the hook cannot be removed, the process ends.
      process.exit(COULD_NOT_STOP);
    }
  }

  #forward(key: ShortcutKey | null, down: boolean): void {
    if (this.#isListening && key !== null) this.emit({ key, down });
  }
}
