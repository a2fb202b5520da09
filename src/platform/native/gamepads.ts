import { bindingLoader } from './binding.js';
import type { NativeListener } from './listener.js';

/** A gamepad or joystick that is plugged in (native/gamepads/gamepads.h). */
export interface NativeGamepad {
  /** what identifies it persistently; two that are alike to the system have the same */
  readonly identity: string;
  readonly name: string;
  /** what a line of SDL's database of game controllers begins with to apply to it: 32 hexadecimal digits */
  readonly guid: string;
  /** where the layout of its buttons is known from; none: they are not heard */
  readonly mapping: 'none' | 'system' | 'file';
  /** whether this process may read it */
  readonly readable: boolean;
}

/** A line of a file of gamepad mappings that cannot be used (native/gamepads/mapping_line.h). */
export interface GamepadMappingWarning {
  /** counted from 1 on */
  readonly line: number;
  readonly fault: 'bad-guid' | 'no-colon' | 'bad-source' | 'bad-checksum' | 'no-button';
  /** the part of the line that it is about; empty for all of it */
  readonly text: string;
}

/** A file of gamepad mappings, parsed (native/gamepads/mapping_database.h). */
export interface NativeGamepadMappings {
  /** what is wrong with the first bad lines */
  readonly warnings: readonly GamepadMappingWarning[];
  /** how many lines are bad */
  readonly badLines: number;
}

/** Gamepads and joysticks (native/binding/gamepads.cc). */
export interface GamepadsBinding {
  /** Parses the text of a file in the format of SDL's database, or an empty one. */
  readonly Mappings: new (
    text: string,
  ) => NativeGamepadMappings;
  /** What is plugged in, on Linux without opening it. Throws as a listener does if there are no descriptors left to look. */
  list(mappings: NativeGamepadMappings): readonly NativeGamepad[];
  /** Hears the buttons of all gamepads as those of one. `onButton` gets indices of the W3C standard gamepad. */
  readonly Listener: new (
    mappings: NativeGamepadMappings,
    onButton: (button: number, down: boolean) => void,
  ) => NativeListener;
}

export const loadGamepads = bindingLoader<GamepadsBinding>('gamepads', ['Mappings', 'list', 'Listener']);
