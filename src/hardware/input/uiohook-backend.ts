import type { ShortcutKey } from '../../protocol/rpc/shortcut.js';
import { keyOfUiohook } from './key-table.js';
import type { KeyEvent } from './keyboard-mouse-contract.js';
import { mouseButton } from './mouse-buttons.js';

const COULD_NOT_STOP = 71;

/** Hears keys through uiohook-napi: X11 (XRecord), Windows and macOS. */
export interface UiohookBackend {
  listen(): void;
  unlisten(): void;
}

/**
 * Loads uiohook. On X11 its library ends the process at once if the display cannot be opened: probe it first.
 *
 * @param hear called with every press and release while it listens; auto-repeat comes as further presses
 */
export async function loadUiohook(hear: (event: KeyEvent) => void): Promise<UiohookBackend> {
  const { uIOhook } = await import('uiohook-napi');
  let listening = false;
  const forward = (key: ShortcutKey | null, down: boolean): void => {
    if (listening && key !== null) hear({ key, down });
  };
  uIOhook.on('keydown', ({ keycode }) => forward(keyOfUiohook(keycode), true));
  uIOhook.on('keyup', ({ keycode }) => forward(keyOfUiohook(keycode), false));
  uIOhook.on('mousedown', ({ button }) => forward(mouseButton(Number(button)), true));
  uIOhook.on('mouseup', ({ button }) => forward(mouseButton(Number(button)), false));
  return {
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
        // Nothing may listen to keys outside a capture, so a hook that cannot be taken out goes with the process.
        process.exit(COULD_NOT_STOP);
      }
    },
  };
}
