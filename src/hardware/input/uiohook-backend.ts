import { loadKeyboardLayout } from '../../platform/native/keyboard-layout.js';
import { loadXDisplay } from '../../platform/native/x-display.js';
import type { ShortcutKey } from '../../protocol/rpc/shortcut.js';
import { unavailabilityOf } from '../host/load-failure.js';
import type { InputBackendKind } from './input-backend.js';
import { DISPLAY_HINT } from './input-backend-order.js';
import { keyOfUiohook } from './key-table.js';
import { mouseButton } from './mouse-buttons.js';

const COULD_NOT_STOP = 71;

/** Reads keys through uiohook-napi: X11 (XRecord), Windows and macOS. */
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
    const { uIOhook } = await import('uiohook-napi');
    let listening = false;
    const forward = (key: ShortcutKey | null, down: boolean): void => {
      if (listening && key !== null) emit({ key, down });
    };
    uIOhook.on('keydown', ({ keycode }) => forward(keyOfUiohook(keycode), true));
    uIOhook.on('keyup', ({ keycode }) => forward(keyOfUiohook(keycode), false));
    uIOhook.on('mousedown', ({ button }) => forward(mouseButton(Number(button)), true));
    uIOhook.on('mouseup', ({ button }) => forward(mouseButton(Number(button)), false));
    const { binding: layouts } = loadKeyboardLayout();
    return {
      layout: () => layouts?.ofXDisplay() ?? null,
      listen() {
        if (listening) return;
        uIOhook.start();
        listening = true;
      },
      unlisten() {
        if (!listening) return;
        listening = false;
        try {
          uIOhook.stop();
        } catch {
          // Keys must not be read outside a capture: if the hook cannot be removed, the process ends.
          process.exit(COULD_NOT_STOP);
        }
      },
    };
  },
};
