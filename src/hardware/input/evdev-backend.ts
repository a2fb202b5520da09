import { loadEvdev } from '../../platform/native/evdev.js';
import { loadKeyboardLayout } from '../../platform/native/keyboard-layout.js';
import type { NativeListener } from '../../platform/native/listener.js';
import { deniedInput } from './evdev-access.js';
import type { InputBackendKind } from './input-backend.js';
import { keyOfEvdev } from './key-table.js';
import { mouseButtonOfEvdev } from './mouse-buttons.js';
import { systemLayout } from './system-layout.js';
import { waylandLayout } from './wayland-layout.js';

const LOST_PERMISSION = 72;
/** How long udev may take to set the permissions of a new device, in milliseconds. */
const PERMISSIONS_SETTLE_MS = 2000;

/** Reads keys from the kernel's event devices: on Linux, with any display server or none. */
export const EVDEV: InputBackendKind = {
  name: 'evdev',

  probe() {
    const loaded = loadEvdev();
    if (loaded.binding === null) return { reason: loaded.reason, hint: 'npm run setup' };
    return deniedInput(loaded.binding.listDevices());
  },

  async load(emit) {
    const loaded = loadEvdev();
    if (loaded.binding === null) throw new EvdevError(loaded.reason);
    const evdev = loaded.binding;
    const { binding: layouts } = loadKeyboardLayout();
    let listener: NativeListener | null = null;
    let settling: NodeJS.Timeout | undefined;
    const onKey = (code: number, down: boolean): void => {
      const key = keyOfEvdev(code) ?? mouseButtonOfEvdev(code);
      if (key !== null) emit({ key, down });
    };
    // A device may be found before udev has set its permissions. If nothing readable is left, the process ends, so that
    // the next one reports why.
    const onDenied = (): void => {
      settling ??= setTimeout(() => {
        settling = undefined;
        if (deniedInput(evdev.listDevices()) !== null) process.exit(LOST_PERMISSION);
      }, PERMISSIONS_SETTLE_MS);
    };
    return {
      layout: () => waylandLayout(process.env, layouts) ?? systemLayout(process.env),
      listen() {
        listener ??= new evdev.KeyListener(onKey, onDenied);
      },
      unlisten() {
        listener?.stop();
        listener = null;
        clearTimeout(settling);
        settling = undefined;
      },
    };
  },
};

/** The addon cannot read event devices. */
export class EvdevError extends Error {
  override readonly name = 'EvdevError';
}
