import type { DriverName } from '../drivers.js';
import type { HostedDriver } from './driver.js';

/** The module of each driver. Each process loads only its own driver, with its native libraries. */
export const HOSTED_DRIVERS: Readonly<Record<DriverName, () => Promise<HostedDriver>>> = {
  'keyboard-mouse': async () => (await import('../input/keyboard-mouse-driver.js')).keyboardMouseDriver,
  gamepad: async () => (await import('../gamepad/gamepad-driver.js')).gamepadDriver,
  hid: async () => (await import('../hid/hid-driver.js')).hidDriver,
  audio: async () => (await import('../audio/audio-driver.js')).audioDriver,
};
