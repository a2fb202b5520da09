import { bindingLoader } from './binding.js';
import type { NativeListener } from './listener.js';

/** An input device of Linux (native/evdev/device_info.h). One can be of several kinds, or of none. */
export interface NativeInputDevice {
  /** e.g. `/dev/input/event3` */
  readonly node: string;
  readonly name: string;
  readonly keyboard: boolean;
  readonly mouse: boolean;
  /** also a joystick, or another game control */
  readonly gamepad: boolean;
  /** whether this process may open it */
  readonly readable: boolean;
}

/** The input devices of Linux (native/binding/evdev.cc). */
export interface EvdevBinding {
  /** What is plugged in, without opening it. Throws as a listener does if there are no descriptors left to look. */
  listDevices(): NativeInputDevice[];
  /**
   * Listens to every keyboard and mouse that this process may read, also to those plugged in later, and holds them open.
   *
   * @param onKey a key or button went down or up, by its code in linux/input-event-codes.h; auto-repeat is left out
   * @param onDenied a keyboard or mouse was met that this process may not read; again when it is met again
   */
  readonly KeyListener: new (
    onKey: (code: number, down: boolean) => void,
    onDenied: () => void,
  ) => NativeListener;
}

/** Only on Linux. */
export const loadEvdev = bindingLoader<EvdevBinding>('evdev', ['listDevices', 'KeyListener']);
