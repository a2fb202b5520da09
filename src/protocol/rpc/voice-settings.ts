import Type, { type Static } from 'typebox';
import { Enumeration } from '../schema.js';
import { MAX_SHORTCUT_KEYS, ShortcutKeySchema } from './shortcut.js';

/** An audio endpoint that can be selected; `default` is the system's default. */
export const AvailableDeviceSchema = Type.Object({ id: Type.String(), name: Type.String() });
export type AvailableDevice = Static<typeof AvailableDeviceSchema>;

/** The entry for the system's default endpoint. */
export const DEFAULT_DEVICE: AvailableDevice = { id: 'default', name: 'Default' };

export const VOICE_MODES = { PUSH_TO_TALK: 'PUSH_TO_TALK', VOICE_ACTIVITY: 'VOICE_ACTIVITY' } as const;

/** Maximum volumes, in percent (docs/rpc.md, Limits). */
const MAX_VOLUME = { input: 100, output: 200, user: 200 } as const;

function audioEnd(loudest: number) {
  return Type.Object({
    device_id: Type.String(),
    volume: Type.Number({ minimum: 0, maximum: loudest }),
    available_devices: Type.Array(AvailableDeviceSchema),
  });
}

/** When sound is sent (docs/rpc.md, Commands). */
export const VoiceModeSchema = Type.Object({
  type: Enumeration(VOICE_MODES),
  auto_threshold: Type.Boolean(),
  threshold: Type.Number({ minimum: -100, maximum: 0 }),
  shortcut: Type.Array(ShortcutKeySchema, { maxItems: MAX_SHORTCUT_KEYS }),
  delay: Type.Number({ minimum: 0, maximum: 2000 }),
});

const switches = {
  automatic_gain_control: Type.Boolean(),
  echo_cancellation: Type.Boolean(),
  noise_suppression: Type.Boolean(),
  qos: Type.Boolean(),
  silence_warning: Type.Boolean(),
  deaf: Type.Boolean(),
  mute: Type.Boolean(),
};

/** Voice settings (docs/rpc.md, Commands): volumes in percent, threshold in dB, delay in milliseconds. */
export const VoiceSettingsSchema = Type.Object({
  input: audioEnd(MAX_VOLUME.input),
  output: audioEnd(MAX_VOLUME.output),
  mode: VoiceModeSchema,
  ...switches,
});
export type VoiceSettings = Static<typeof VoiceSettingsSchema>;

/** Arguments of SET_VOICE_SETTINGS: any of the settings. `available_devices` is read-only and ignored. */
export const VoiceSettingsPatchSchema = Type.Partial(
  Type.Object({
    input: Type.Partial(Type.Omit(audioEnd(MAX_VOLUME.input), ['available_devices'])),
    output: Type.Partial(Type.Omit(audioEnd(MAX_VOLUME.output), ['available_devices'])),
    mode: Type.Partial(VoiceModeSchema),
    ...switches,
  }),
);
export type VoiceSettingsPatch = Static<typeof VoiceSettingsPatchSchema>;

/** The volume of a user in each ear, 0.0–1.0. */
export const PanSchema = Type.Object({
  left: Type.Number({ minimum: 0, maximum: 1 }),
  right: Type.Number({ minimum: 0, maximum: 1 }),
});

/** The person's settings for one user (docs/rpc.md, SET_USER_VOICE_SETTINGS): volume in percent. */
export const UserVoiceSettingsSchema = Type.Object({
  pan: PanSchema,
  volume: Type.Integer({ minimum: 0, maximum: MAX_VOLUME.user }),
  mute: Type.Boolean(),
});
export type UserVoiceSettings = Static<typeof UserVoiceSettingsSchema>;
