import type { AudioEndpoint } from '../hardware/hardware.js';
import {
  DEFAULT_DEVICE,
  type VoiceSettings,
  type VoiceSettingsPatch,
} from '../protocol/rpc/voice-settings.js';
import { UnknownDeviceError } from './errors.js';

const DIRECTIONS = ['input', 'output'] as const;
type Direction = (typeof DIRECTIONS)[number];

/** The endpoint that a setting names: the system's default, or the one with this id; undefined if it is not plugged in. */
export function findEndpoint(
  endpoints: readonly AudioEndpoint[],
  direction: Direction,
  deviceId: string,
): AudioEndpoint | undefined {
  const isNamed = ({ id, is_default }: AudioEndpoint) =>
    deviceId === DEFAULT_DEVICE.id ? is_default : id === deviceId;
  return endpoints.find((endpoint) => endpoint.direction === direction && isNamed(endpoint));
}

/** The directions whose endpoint in a patch is not plugged in. */
export function missingDevices(patch: VoiceSettingsPatch, settings: VoiceSettings): Direction[] {
  return DIRECTIONS.filter((direction) => {
    const chosen = patch[direction]?.device_id;
    return chosen !== undefined && !settings[direction].available_devices.some(({ id }) => id === chosen);
  });
}

/**
 * The directions for which nothing can be used: nothing is plugged in, or the system's default is none of the endpoints,
 * e.g. the monitor of a speaker instead of a microphone.
 */
export function directionsWithoutDevices(
  settings: VoiceSettings,
  endpoints: readonly AudioEndpoint[],
): Direction[] {
  return DIRECTIONS.filter(
    (direction) => findEndpoint(endpoints, direction, settings[direction].device_id) === undefined,
  );
}

/** Checks the endpoints in a patch. @throws {UnknownDeviceError} if one is not plugged in */
export function requireDevices(settings: VoiceSettings, patch: VoiceSettingsPatch): void {
  const [missing] = missingDevices(patch, settings);
  if (missing !== undefined) throw new UnknownDeviceError(missing);
}

/** Removes endpoints that are not plugged in from a patch; they apply again when they are plugged in. */
export function withoutMissingDevices(
  patch: VoiceSettingsPatch,
  settings: VoiceSettings,
): VoiceSettingsPatch {
  let present = patch;
  for (const direction of missingDevices(patch, settings)) {
    const { device_id: _missing, ...rest } = patch[direction] ?? {};
    present = { ...present, [direction]: rest };
  }
  return present;
}
