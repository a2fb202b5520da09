import type { VoiceSettings, VoiceSettingsPatch } from '../protocol/rpc/voice-settings.js';
import { UnknownDeviceError } from './errors.js';

const DIRECTIONS = ['input', 'output'] as const;

/** Checks the endpoints in a patch. @throws {UnknownDeviceError} if one is not plugged in */
export function requireDevices(settings: VoiceSettings, patch: VoiceSettingsPatch): void {
  for (const direction of DIRECTIONS) {
    const chosen = patch[direction]?.device_id;
    const known = settings[direction].available_devices.some(({ id }) => id === chosen);
    if (chosen !== undefined && !known) throw new UnknownDeviceError(direction);
  }
}

/** Removes endpoints that are not plugged in from a patch; they apply again when they are plugged in. */
export function withoutMissingDevices(
  patch: VoiceSettingsPatch,
  settings: VoiceSettings,
): VoiceSettingsPatch {
  let present = patch;
  for (const direction of DIRECTIONS) {
    const { device_id: chosen, ...rest } = patch[direction] ?? {};
    const isPlugged = settings[direction].available_devices.some(({ id }) => id === chosen);
    if (chosen !== undefined && !isPlugged) present = { ...present, [direction]: rest };
  }
  return present;
}
