import type { CallMode, CallSettings } from '../../hardware/hardware.js';
import type { Channel } from '../../protocol/objects/channel.js';
import type { VoiceState } from '../../protocol/objects/voice.js';
import {
  DEFAULT_DEVICE,
  type UserVoiceSettings,
  VOICE_MODES,
  type VoiceSettings,
} from '../../protocol/rpc/voice-settings.js';

/** The bitrate of a channel that states none, in bits per second. */
const DEFAULT_BITRATE = 64_000;
/** Those of Opus. A service may state any number, and the encoder refuses some. */
const [LOWEST_BITRATE, HIGHEST_BITRATE] = [6_000, 510_000];

export interface CallCircumstances {
  readonly settings: VoiceSettings;
  /** the person's own voice state; null if unknown */
  readonly own: VoiceState | null;
  /** the voice channel; null if unknown */
  readonly channel: Channel | null;
  /** the settings for the users in the channel, by id */
  readonly users: Readonly<Record<string, UserVoiceSettings>>;
}

/** How a voice channel sounds with these voice settings. Who is deaf is not recorded either. */
export function callSettings({ channel, own, settings, users }: CallCircumstances): CallSettings {
  const { deaf, input, mode, mute, output } = settings;
  const isDeafened = deaf || own?.deaf === true;
  return {
    input: { deviceId: chosenDevice(input.device_id), volume: input.volume },
    output: { deviceId: chosenDevice(output.device_id), volume: output.volume },
    mode: callMode(mode),
    processing: {
      echoCancellation: settings.echo_cancellation,
      noiseSuppression: settings.noise_suppression,
      automaticGainControl: settings.automatic_gain_control,
    },
    // What a moderator mutes or suppresses would be dropped by the endpoint.
    isMuted: mute || isDeafened || own?.mute === true || own?.suppress === true,
    isDeafened,
    bitrate: Math.max(LOWEST_BITRATE, Math.min(HIGHEST_BITRATE, channel?.bitrate ?? DEFAULT_BITRATE)),
    users,
  };
}

function chosenDevice(id: string): string | null {
  return id === DEFAULT_DEVICE.id ? null : id;
}

function callMode({ auto_threshold, delay, threshold, type }: VoiceSettings['mode']): CallMode {
  return type === VOICE_MODES.PUSH_TO_TALK
    ? { type, releaseMs: delay }
    : { type, threshold: auto_threshold ? null : threshold };
}
