import type { NativeListener } from './binding.js';
import { bindingLoader } from './binding.js';

/** HID devices, gamepads included, on systems without device files (native/hid-device-watcher/hid_device_watcher.h). */
export interface HidDevicesBinding {
  /** Calls back whenever a device appears or disappears, including once at the start. */
  readonly Watcher: new (
    onChange: () => void,
  ) => NativeListener;
}

/** Windows and macOS only. */
export const loadHidDevices = bindingLoader<HidDevicesBinding>('hidDevices', ['Watcher']);
