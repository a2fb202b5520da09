import type { NativeListener } from './binding.js';
import { bindingLoader } from './binding.js';

/** An input device of Linux (native/evdev/device_info.h). A device can be of several kinds, or of none. */
export interface NativeInputDevice {
  /** e.g. `/dev/input/event3` */
  readonly node: string;
  readonly name: string;
  readonly keyboard: boolean;
  readonly mouse: boolean;
  /** also a joystick or another game controller */
  readonly gamepad: boolean;
  /** whether this process may open it */
  readonly readable: boolean;
}

/** The input devices of Linux (native/binding/evdev.cc). */
export interface EvdevBinding {
  /** The plugged-in devices, without opening them. Throws like a listener if the process is out of descriptors. */
  listDevices(): NativeInputDevice[];
  /**
   * Reads every readable keyboard and mouse, including those plugged in later, and keeps them open.
   *
   * @param onKey a key or button went down or up, by its code in linux/input-event-codes.h; without auto-repeat.
   * `fromStart`: it was down when its device was opened
   * @param onDenied a keyboard or mouse was found that this process may not read; called each time it is found
   */
  readonly KeyListener: new (
    onKey: (code: number, down: boolean, fromStart: boolean) => void,
    onDenied: () => void,
  ) => NativeListener;
}

/** Linux only. */
export const loadEvdev = bindingLoader<EvdevBinding>('evdev', ['listDevices', 'KeyListener']);
