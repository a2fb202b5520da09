import Type, { type Static } from 'typebox';
import { driverContract } from '../host/contract.js';
import { KEY_REQUESTS, KeyEventSchema } from '../input/key-event.js';

/** A gamepad or joystick that is plugged in. */
const ListedGamepadSchema = Type.Object({
  /** stable over restarts and replugging; identical ones without a serial number are distinguished by their port */
  id: Type.String(),
  name: Type.String(),
  /** the GUID that SDL's game controller database uses for it: 32 hexadecimal digits */
  guid: Type.String(),
  /** the source of its button layout: the system, or the person's mapping file; none: its buttons are not reported */
  mapping: Type.Union([Type.Literal('system'), Type.Literal('file'), Type.Literal('none')]),
});
export type ListedGamepad = Static<typeof ListedGamepadSchema>;

/** Buttons of gamepads, mapped to the W3C standard gamepad, regardless of which window has the focus. */
export const GAMEPAD = driverContract({
  name: 'gamepad',
  requests: { ...KEY_REQUESTS, devices: Type.Array(ListedGamepadSchema) },
  events: {
    key: KeyEventSchema,
    /** the list of gamepads may have changed */
    changed: Type.Null(),
    /** a problem of the mapping file, e.g. a line that cannot be parsed */
    warning: Type.String(),
  },
  patienceMs: 2000,
  graceMs: 5000,
});
