import type { VoiceSettings } from '../../protocol/rpc/voice-settings.js';
import type { LostDevice } from './sound.js';

const DIRECTIONS = ['input', 'output'] as const;

/** The devices that were in use before a change of the settings, and have been unplugged. */
export function lostDevices(before: VoiceSettings, now: VoiceSettings): LostDevice[] {
  return DIRECTIONS.flatMap((direction) => {
    const inUse = before[direction].device_id;
    if (now[direction].available_devices.some(({ id }) => id === inUse)) return [];
    const name = before[direction].available_devices.find(({ id }) => id === inUse)?.name;
    return name === undefined ? [] : [{ direction, name }];
  });
}
