import type { AudioEndpoint, CertifiedDeviceLookup } from '../hardware/hardware.js';
import type { CertifiedDevice } from '../protocol/rpc/certified-device.js';
import { AUDIO_DEVICE_TYPES } from '../protocol/rpc/certified-device.js';
import type { VoiceSettings, VoiceSettingsPatch } from '../protocol/rpc/voice-settings.js';
import { findEndpoint } from './plugged-devices.js';

type Direction = AudioEndpoint['direction'];

/** The plugged-in devices that may take over. */
export interface PluggedAudio {
  readonly endpoints: readonly AudioEndpoint[];
  readonly certified: CertifiedDeviceLookup;
  /** whether the mute button of the current input mutes the person; null if it was not pressed */
  readonly mutedByButton: (inUse: InputInUse) => boolean | null;
}

/** A certified device whose endpoint is the current input. */
export interface InputInUse {
  readonly endpoint: AudioEndpoint;
  readonly device: CertifiedDevice;
}

/**
 * The settings with the effect of plugged-in certified devices; the effect is not stored and ends when a device is
 * unplugged.
 *
 * The first certified endpoint of a direction is its default unless an endpoint was chosen. What the current input does
 * itself, the client does not do again: `echo_cancellation`, `noise_suppression` and `automatic_gain_control` read
 * false. While it reports `hardware_mute`, the person is muted; its mute button overrides both.
 *
 * @param chosen the settings that were changed explicitly: its `device_id`s are choices, and `default` chooses the
 * system's default
 */
export function applyTakeOver(
  settings: VoiceSettings,
  chosen: VoiceSettingsPatch,
  plugged: PluggedAudio,
): VoiceSettings {
  const use = (direction: Direction): string =>
    chosen[direction]?.device_id ?? firstCertified(direction, plugged) ?? settings[direction].device_id;
  const input = { ...settings.input, device_id: use('input') };
  const output = { ...settings.output, device_id: use('output') };
  const inUse = certifiedInput(input.device_id, plugged);
  const device = inUse?.device;
  const pressed = inUse === null ? null : plugged.mutedByButton(inUse);
  return {
    ...settings,
    input,
    output,
    automatic_gain_control: settings.automatic_gain_control && device?.automatic_gain_control !== true,
    echo_cancellation: settings.echo_cancellation && device?.echo_cancellation !== true,
    noise_suppression: settings.noise_suppression && device?.noise_suppression !== true,
    mute: pressed ?? (settings.mute || device?.hardware_mute === true),
  };
}

/** The current input of these settings, if it is certified. */
export function certifiedInput(
  deviceId: string,
  { endpoints, certified }: Pick<PluggedAudio, 'endpoints' | 'certified'>,
): InputInUse | null {
  const endpoint = findEndpoint(endpoints, 'input', deviceId);
  if (endpoint === undefined) return null;
  const device = certified.find(AUDIO_DEVICE_TYPES.input, endpoint.id);
  return device === null ? null : { endpoint, device };
}

function firstCertified(direction: Direction, { endpoints, certified }: PluggedAudio): string | null {
  const ids = endpoints.filter((endpoint) => endpoint.direction === direction).map(({ id }) => id);
  return certified.firstOf(AUDIO_DEVICE_TYPES[direction], ids);
}
