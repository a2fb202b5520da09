import Type, { type Static } from 'typebox';
import { driverContract } from '../host/contract.js';
import { KEY_REQUESTS, KeyEventSchema } from '../input/key-event.js';

/** A gamepad or joystick that is plugged in. */
export const ListedGamepadSchema = Type.Object({
  /** stable over restarts and replugging; two alike without a serial number are told apart by their place */
  id: Type.String(),
  name: Type.String(),
  /** what a line of SDL's database of game controllers begins with to be about it: 32 hexadecimal digits */
  guid: Type.String(),
  /** where the layout of its buttons is known from: the system, or the person's file; none: it is not heard */
  mapping: Type.Union([Type.Literal('system'), Type.Literal('file'), Type.Literal('none')]),
});
export type ListedGamepad = Static<typeof ListedGamepadSchema>;

/** Buttons of gamepads as those of one W3C standard gamepad, whichever window the desktop has in front. */
export const GAMEPAD = driverContract({
  name: 'gamepad',
  requests: { ...KEY_REQUESTS, devices: Type.Array(ListedGamepadSchema) },
  events: {
    key: KeyEventSchema,
    /** what is plugged in may be another than before */
    changed: Type.Null(),
    /** something about the file of mappings that a person should know, e.g. a line that cannot be read */
    warning: Type.String(),
  },
  patienceMs: 2000,
  graceMs: 5000,
});
