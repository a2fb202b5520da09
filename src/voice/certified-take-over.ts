import type { AudioEndpoint, CertifiedDeviceLookup } from '../hardware/hardware.js';
import type { CertifiedDevice } from '../protocol/rpc/certified-device.js';
import { AUDIO_DEVICE_TYPES } from '../protocol/rpc/certified-device.js';
import {
  DEFAULT_DEVICE,
  type VoiceSettings,
  type VoiceSettingsPatch,
} from '../protocol/rpc/voice-settings.js';

type Direction = AudioEndpoint['direction'];

/** What is there to take over. */
export interface PluggedAudio {
  readonly endpoints: readonly AudioEndpoint[];
  readonly certified: CertifiedDeviceLookup;
  /** whether the mute button of an input in use mutes the person; null if it was not pressed */
  readonly mutedByButton: (inUse: InputInUse) => boolean | null;
}

/** A certified device whose endpoint is the input in use. */
export interface InputInUse {
  readonly endpoint: AudioEndpoint;
  readonly device: CertifiedDevice;
}

/**
 * The settings with what certified devices that are plugged in make of them; nothing of it is kept, so they are as before
 * when the device is gone.
 *
 * The first certified endpoint of a direction is its default, unless an endpoint was chosen. What the input in use does
 * itself the client does not do as well: `echo_cancellation`, `noise_suppression` and `automatic_gain_control` read
 * false. While it says that it is muted (`hardware_mute`), so is the person; its own mute button goes before both.
 *
 * @param chosen what was changed by hand: its `device_id`s are choices, and `default` chooses the system's default
 */
export function takenOver(
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

/** The input that these settings use, if it is certified. */
export function certifiedInput(
  deviceId: string,
  { endpoints, certified }: Pick<PluggedAudio, 'endpoints' | 'certified'>,
): InputInUse | null {
  const endpoint = endpoints.find(
    ({ direction, id, is_default }) =>
      direction === 'input' && (deviceId === DEFAULT_DEVICE.id ? is_default : id === deviceId),
  );
  if (endpoint === undefined) return null;
  const device = certified.find(AUDIO_DEVICE_TYPES.input, endpoint.id);
  return device === null ? null : { endpoint, device };
}

function firstCertified(direction: Direction, { endpoints, certified }: PluggedAudio): string | null {
  const ids = endpoints.filter((endpoint) => endpoint.direction === direction).map(({ id }) => id);
  return certified.firstOf(AUDIO_DEVICE_TYPES[direction], ids);
}
