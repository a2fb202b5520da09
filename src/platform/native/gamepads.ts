import type { NativeListener } from './binding.js';
import { bindingLoader } from './binding.js';

/** A plugged-in gamepad or joystick (native/gamepads/gamepads.h). */
export interface NativeGamepad {
  /** identifies it persistently; equal for devices that the system cannot distinguish */
  readonly identity: string;
  readonly name: string;
  /** its GUID in SDL's game controller database: 32 hexadecimal digits */
  readonly guid: string;
  /** the source of its button layout; none: its buttons are not reported */
  readonly mapping: 'none' | 'system' | 'file';
  /** whether this process may read it */
  readonly readable: boolean;
}

/** An invalid line of a gamepad mapping file (native/gamepads/mapping/mapping_line.h). */
export interface GamepadMappingWarning {
  /** starting at 1 */
  readonly line: number;
  readonly fault: 'bad-guid' | 'no-colon' | 'bad-source' | 'bad-checksum' | 'no-button';
  /** the invalid part of the line; empty for the whole line */
  readonly text: string;
}

/** A parsed gamepad mapping file (native/gamepads/mapping/mapping_database.h). */
export interface NativeGamepadMappings {
  /** the first invalid lines */
  readonly warnings: readonly GamepadMappingWarning[];
  /** the number of invalid lines */
  readonly badLines: number;
}

/** Gamepads and joysticks (native/binding/gamepads.cc). */
export interface GamepadsBinding {
  /** Parses a text in the format of SDL's database; may be empty. */
  readonly Mappings: new (
    text: string,
  ) => NativeGamepadMappings;
  /**
   * The plugged-in gamepads, on Linux without opening them. Throws like a listener if the process is out of
   * descriptors.
   */
  list(mappings: NativeGamepadMappings): readonly NativeGamepad[];
  /** Reads the buttons of all gamepads as one. `onButton` gets indices of the W3C standard gamepad. */
  readonly Listener: new (
    mappings: NativeGamepadMappings,
    onButton: (button: number, down: boolean) => void,
  ) => NativeListener;
}

export const loadGamepads = bindingLoader<GamepadsBinding>('gamepads', ['Mappings', 'list', 'Listener']);
