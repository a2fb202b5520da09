import type { NativeListener } from './binding.js';
import { bindingLoader } from './binding.js';

/** HID devices, gamepads included, on systems without device files. Paths are those of hidapi. */
export interface HidDevicesBinding {
  /** Calls back whenever a device appears or disappears, including once at the start. */
  readonly Watcher: new (
    onChange: () => void,
  ) => NativeListener;
  /** The report descriptor of a device; empty if the system does not provide it, as always on Windows. */
  reportDescriptor(path: string): Uint8Array;
  /**
   * Finds a button of a device.
   *
   * @returns whether it is down in a report, null for a report without it; null if the device has no such button, and
   * always on macOS
   */
  findButton(path: string, usagePage: number, usage: number): ((report: Uint8Array) => boolean | null) | null;
  /** The location of a device, as that of an audio endpoint; empty if unknown, as always on macOS. */
  placeOf(path: string): string;
}

/** Windows and macOS only. */
export const loadHidDevices = bindingLoader<HidDevicesBinding>('hidDevices', [
  'Watcher',
  'reportDescriptor',
  'findButton',
  'placeOf',
]);
