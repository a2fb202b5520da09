import Type, { type Static } from 'typebox';
import { Nullable } from '../../protocol/schema.js';
import { driverContract } from '../host/contract.js';

/** An audio endpoint that is plugged in. */
export const AudioEndpointSchema = Type.Object({
  /** stable over restarts and replugging */
  id: Type.String(),
  name: Type.String(),
  direction: Type.Union([Type.Literal('input'), Type.Literal('output')]),
  /** the sound system's default of its direction */
  is_default: Type.Boolean(),
  /** what it is a part of, equal for all parts of one device that is plugged in; null where that is not known */
  container: Nullable(Type.String()),
});
export type AudioEndpoint = Static<typeof AudioEndpointSchema>;

export const AUDIO = driverContract({
  name: 'audio',
  requests: {
    /** everything plugged in now; empty where the machine has no sound */
    endpoints: Type.Array(AudioEndpointSchema),
    /** begins to tell how loud an input is, by its id; false if it cannot be opened now, and is tried again with each change */
    listen: Type.Boolean(),
    /** tells no more of it */
    unlisten: Type.Null(),
  },
  events: {
    /** what is plugged in, or the default, may be another than before */
    changed: Type.Null(),
    /** how loud an input was for the last moment, in dB of full scale from -100 to 0 */
    level: Type.Object({ id: Type.String(), level: Type.Number({ minimum: -100, maximum: 0 }) }),
  },
  // PortAudio looks at every device of every sound system in one call, and some of them take seconds to answer.
  patienceMs: 12_000,
  graceMs: 15_000,
});
