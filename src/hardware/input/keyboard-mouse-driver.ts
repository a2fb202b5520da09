import { DriverUnavailableError } from '../errors.js';
import { hostedDriver } from '../host/driver.js';
import { probeBackend } from './input-backends.js';
import type { KEYBOARD_MOUSE } from './keyboard-mouse-contract.js';
import { loadUiohook } from './uiohook-backend.js';

/** Hears keys and mouse buttons while it is asked to. Runs in its own process only. */
export const keyboardMouseDriver = hostedDriver<typeof KEYBOARD_MOUSE>(async (emit) => {
  const choice = probeBackend(process.platform, process.env);
  if (choice.backend === null) {
    throw new DriverUnavailableError('keyboard-mouse', choice.reason, choice.mend);
  }
  const keyboard = await loadUiohook((event) => emit('key', event));
  return {
    requests: {
      listen: async () => {
        keyboard.listen();
        return null;
      },
      unlisten: async () => {
        keyboard.unlisten();
        return null;
      },
    },
  };
});
