import {
  DEFAULT_DEVICE,
  type UserVoiceSettings,
  VOICE_MODES,
  type VoiceSettings,
} from '../protocol/rpc/voice-settings.js';

/** The voice settings before any change. */
export const DEFAULT_VOICE_SETTINGS: VoiceSettings = {
  input: { device_id: DEFAULT_DEVICE.id, volume: 100, available_devices: [DEFAULT_DEVICE] },
  output: { device_id: DEFAULT_DEVICE.id, volume: 100, available_devices: [DEFAULT_DEVICE] },
  mode: { type: VOICE_MODES.VOICE_ACTIVITY, auto_threshold: true, threshold: -60, shortcut: [], delay: 20 },
  automatic_gain_control: true,
  echo_cancellation: true,
  noise_suppression: true,
  qos: true,
  silence_warning: true,
  deaf: false,
  mute: false,
};

/** The settings for a user whose volume, pan and mute were never changed. */
export const DEFAULT_USER_VOICE_SETTINGS: UserVoiceSettings = {
  pan: { left: 1, right: 1 },
  volume: 100,
  mute: false,
};
