import { loadKeyboardLayout } from '../../platform/native/keyboard-layout.js';
import { hostedDriver } from '../host/driver.js';
import { inputBackendOrder } from './input-backend-order.js';
import { INPUT_BACKENDS, openInputBackend } from './input-backends.js';
import { KeyNames } from './key-names.js';
import type { KEYBOARD_MOUSE } from './keyboard-mouse-contract.js';

/** Reads keys and mouse buttons while requested. Runs only in its own process. */
export const keyboardMouseDriver = hostedDriver<typeof KEYBOARD_MOUSE>(async (emit) => {
  const order = inputBackendOrder(process.platform, process.env);
  const kinds = order.map((name) => INPUT_BACKENDS[name]);
  const names = new KeyNames(loadKeyboardLayout().binding);
  const keyboard = await openInputBackend(kinds, process.env, (event) =>
    emit('key', { ...event, key: names.named(event.key) }),
  );
  return {
    requests: {
      listen: async () => {
        names.use(keyboard.layout());
        keyboard.listen();
        return keyboard.hasDevices();
      },
      unlisten: async () => {
        keyboard.unlisten();
        return null;
      },
    },
  };
});
