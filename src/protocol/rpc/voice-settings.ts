import Type, { type Static } from 'typebox';
import { Enumeration } from '../schema.js';
import { ShortcutSchema } from './shortcut.js';

/** An audio endpoint a person can choose; `default` is whatever the system's default is. */
export const AvailableDeviceSchema = Type.Object({ id: Type.String(), name: Type.String() });
export type AvailableDevice = Static<typeof AvailableDeviceSchema>;

/** The id that stands for the system's default endpoint. */
export const DEFAULT_DEVICE: AvailableDevice = { id: 'default', name: 'Default' };

export const VOICE_MODES = { PUSH_TO_TALK: 'PUSH_TO_TALK', VOICE_ACTIVITY: 'VOICE_ACTIVITY' } as const;

function audioEnd(loudest: number) {
  return Type.Object({
    device_id: Type.String(),
    volume: Type.Number({ minimum: 0, maximum: loudest }),
    available_devices: Type.Array(AvailableDeviceSchema),
  });
}

/** Voice settings (interface.md, RPC structures): volumes in percent, threshold in dB, delay in milliseconds. */
export const VoiceSettingsSchema = Type.Object({
  input: audioEnd(100),
  output: audioEnd(200),
  mode: Type.Object({
    type: Enumeration(VOICE_MODES),
    auto_threshold: Type.Boolean(),
    threshold: Type.Number({ minimum: -100, maximum: 0 }),
    shortcut: ShortcutSchema,
    delay: Type.Number({ minimum: 0, maximum: 2000 }),
  }),
  automatic_gain_control: Type.Boolean(),
  echo_cancellation: Type.Boolean(),
  noise_suppression: Type.Boolean(),
  qos: Type.Boolean(),
  silence_warning: Type.Boolean(),
  deaf: Type.Boolean(),
  mute: Type.Boolean(),
});
export type VoiceSettings = Static<typeof VoiceSettingsSchema>;
