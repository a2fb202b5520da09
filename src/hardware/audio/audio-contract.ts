import Type, { type Static } from 'typebox';
import { Nullable } from '../../protocol/schema.js';
import { driverContract } from '../host/contract.js';
import type { CallSettings } from './call/call.js';

/** An audio endpoint that is plugged in. */
const AudioEndpointSchema = Type.Object({
  /** stable over restarts and replugging */
  id: Type.String(),
  name: Type.String(),
  direction: Type.Union([Type.Literal('input'), Type.Literal('output')]),
  /** whether it is the sound system's default of its direction */
  is_default: Type.Boolean(),
  /** the physical device it belongs to, equal for all parts of one device; null if unknown */
  container: Nullable(Type.String()),
});
export type AudioEndpoint = Static<typeof AudioEndpointSchema>;

/** In dB of full scale. */
const Level = Type.Number({ minimum: -100, maximum: 0 });

export const AUDIO = driverContract({
  name: 'audio',
  requests: {
    /** all endpoints that are plugged in; empty if the machine has no sound */
    endpoints: Type.Array(AudioEndpointSchema),
    /**
     * starts measuring the level of an input, by its id; false if it cannot be opened now, which is retried after each
     * change
     */
    listen: Type.Boolean(),
    /** stops measuring its level */
    unlisten: Type.Null(),
  },
  notices: {
    /** records and plays the sound of a voice channel with these settings; null: ends it */
    call: Type.Unsafe<CallSettings | null>(Type.Unknown()),
    /** a frame of Opus of another user, in base64 */
    received: Type.Object({
      userId: Type.String(),
      sequence: Type.Integer(),
      timestamp: Type.Integer(),
      opus: Type.String(),
    }),
    /** a user left the channel, by id */
    left: Type.String(),
    /** whether the push-to-talk key is held */
    press: Type.Boolean(),
    /** whether `meter` events are wanted */
    meter: Type.Boolean(),
  },
  events: {
    /** the list of endpoints, or a default, may have changed */
    changed: Type.Null(),
    /** the level of an input in the last moment, in dB of full scale from -100 to 0 */
    level: Type.Object({ id: Type.String(), level: Level }),
    /** a frame of Opus to send, in base64 */
    frame: Type.Object({ opus: Type.String() }),
    /** the person started or stopped speaking */
    speaking: Type.Boolean(),
    meter: Type.Object({ level: Level, threshold: Nullable(Level), isOpen: Type.Boolean() }),
    /** the open input has been silent for long, or is no longer */
    silent: Type.Boolean(),
    /** the call uses this endpoint now; null: none */
    device: Type.Object({
      direction: Type.Union([Type.Literal('input'), Type.Literal('output')]),
      id: Nullable(Type.String()),
    }),
  },
  // PortAudio examines every device of every sound system in one call; some take seconds to respond.
  patienceMs: 12_000,
  graceMs: 15_000,
});
