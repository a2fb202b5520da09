import type { VoiceSettings, VoiceSettingsPatch } from '../protocol/rpc/voice-settings.js';
import { UnknownDeviceError } from './errors.js';

const DIRECTIONS = ['input', 'output'] as const;
type Direction = (typeof DIRECTIONS)[number];

/** The directions whose endpoint in a patch is not plugged in. */
export function missingDevices(patch: VoiceSettingsPatch, settings: VoiceSettings): Direction[] {
  return DIRECTIONS.filter((direction) => {
    const chosen = patch[direction]?.device_id;
    return chosen !== undefined && !settings[direction].available_devices.some(({ id }) => id === chosen);
  });
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
