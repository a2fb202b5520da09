import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeviceInfo } from 'naudiodon';
import { DistinctIdentities } from '../distinct-identities.js';
import { stableId } from '../stable-id.js';
import type { AudioEndpoint } from './audio-contract.js';

/** How long a list stays true enough, in milliseconds: making it is slow, and both directions are asked for at once. */
const FRESH_MS = 1000;

/** Audio endpoints of machines with neither a sound service nor ALSA. */
export interface PortAudio {
  /** Blocks while PortAudio looks at the machine; the answer may be a second old. */
  endpoints(): AudioEndpoint[];
}

/** Loads naudiodon. Throws what the dynamic loader says if a library is missing. */
export async function loadPortAudio(): Promise<PortAudio> {
  forbidAutospawn();
  const { getDevices, getHostAPIs } = await import('naudiodon');
  let known: { endpoints: AudioEndpoint[]; since: number } | null = null;
  return {
    endpoints() {
      if (known !== null && performance.now() - known.since < FRESH_MS) return known.endpoints;
      const { defaultHostAPI, HostAPIs } = getHostAPIs();
      const api = HostAPIs[defaultHostAPI];
      const defaults = { input: api?.defaultInput, output: api?.defaultOutput };
      known = { endpoints: toEndpoints(getDevices(), defaults), since: performance.now() };
      return known.endpoints;
    },
  };
}

/**
 * Makes endpoints of what PortAudio lists.
 *
 * @param defaults numbers of PortAudio's own default devices
 */
export function toEndpoints(
  devices: readonly DeviceInfo[],
  defaults: Readonly<Record<AudioEndpoint['direction'], number | undefined>>,
): AudioEndpoint[] {
  const identities = new DistinctIdentities();
  return devices.filter(isEndpoint).flatMap((device) => {
    const directions: AudioEndpoint['direction'][] = [];
    if (device.maxInputChannels > 0) directions.push('input');
    if (device.maxOutputChannels > 0) directions.push('output');
    return directions.map((direction) => {
      const identity = `portaudio/${device.hostAPIName}/${direction}/${persistentName(device.name)}`;
      return {
        id: stableId(identities.of(identity)),
        name: persistentName(device.name),
        direction,
        is_default: device.id === defaults[direction],
        container: null,
      };
    });
  });
}

/** ALSA also lists its plugins (`dmix`, `surround51`, `pulse`): ways to reach a card, not endpoints. */
function isEndpoint({ hostAPIName, name }: DeviceInfo): boolean {
  return hostAPIName !== 'ALSA' || /\(hw:\d+,\d+\)$/.test(name);
}

/** Without the number that ALSA gave the card at this boot. */
function persistentName(name: string): string {
  return name.replace(/ \(hw:\d+,(\d+)\)$/, (_match, device: string) => (device === '0' ? '' : ` ${device}`));
}

/**
 * Keeps ALSA's PulseAudio plugin from starting a sound server: PortAudio is asked only where none runs, and looking at
 * devices must not change that.
 */
function forbidAutospawn(): void {
  const settings = join(process.cwd(), 'pulse-client.conf');
  writeFileSync(settings, 'autospawn = no\n', { mode: 0o600 });
  process.env.PULSE_CLIENTCONFIG = settings;
}
