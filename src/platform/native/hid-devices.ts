import { bindingLoader } from './binding.js';
import type { NativeListener } from './listener.js';

/** HID devices, and gamepads among them, where no files show them (native/hid-device-watcher/hid_device_watcher.h). */
export interface HidDevicesBinding {
  /** Calls back whenever one comes or goes: also once when it begins to watch. */
  readonly Watcher: new (
    onChange: () => void,
  ) => NativeListener;
}

/** Only on Windows and macOS. */
export const loadHidDevices = bindingLoader<HidDevicesBinding>('hidDevices', ['Watcher']);
