import type { DeviceInfo } from 'naudiodon';
import { DistinctIdentities, stableId } from '../../device-id.js';
import type { AudioEndpoint } from '../audio-contract.js';
import type { Naudiodon } from '../load-naudiodon.js';
import type { FoundEndpoint } from './found-endpoint.js';

/**
 * How long a list is reused, in milliseconds: creating it is slow, and both directions are requested at the same time.
 */
const FRESH_MS = 1000;

/** Audio endpoints of machines without a sound service or ALSA. */
export class PortAudioEndpoints {
  #known: { endpoints: FoundEndpoint[]; since: number } | null = null;

  constructor(private readonly naudiodon: Pick<Naudiodon, 'getDevices' | 'getHostAPIs'>) {}

  /** Blocks while PortAudio examines the machine; the result may be one second old. */
  endpoints(): FoundEndpoint[] {
    const known = this.#known;
    if (known !== null && performance.now() - known.since < FRESH_MS) return known.endpoints;
    const { defaultHostAPI, HostAPIs } = this.naudiodon.getHostAPIs();
    const api = HostAPIs[defaultHostAPI];
    const defaults = { input: api?.defaultInput, output: api?.defaultOutput };
    const endpoints = toEndpoints(this.naudiodon.getDevices(), defaults);
    this.#known = { endpoints, since: performance.now() };
    return endpoints;
  }
}

/**
 * Converts what PortAudio lists to endpoints.
 *
 * @param defaults numbers of PortAudio's default devices
 */
export function toEndpoints(
  devices: readonly DeviceInfo[],
  defaults: Readonly<Record<AudioEndpoint['direction'], number | undefined>>,
): FoundEndpoint[] {
  const identities = new DistinctIdentities();
  return devices.filter(isEndpoint).flatMap((device) => {
    const directions: AudioEndpoint['direction'][] = [];
    if (device.maxInputChannels > 0) directions.push('input');
    if (device.maxOutputChannels > 0) directions.push('output');
    return directions.map((direction) => {
      const name = persistentName(device.name);
      const identity = `portaudio/${device.hostAPIName}/${direction}/${name}`;
      const id = stableId(identities.of(identity));
      const is_default = device.id === defaults[direction];
      return {
        endpoint: { id, name, direction, is_default, container: null },
        way: { serverName: null, isDevice: ({ id: number }) => number === device.id },
      };
    });
  });
}

/** ALSA also lists its plugins (`dmix`, `surround51`, `pulse`), which are not endpoints. */
function isEndpoint({ hostAPIName, name }: DeviceInfo): boolean {
  return hostAPIName !== 'ALSA' || /\(hw:\d+,\d+\)$/.test(name);
}

/** Removes the number that ALSA gave the card at this boot. */
function persistentName(name: string): string {
  return name.replace(/ \(hw:\d+,(\d+)\)$/, (_match, device: string) => (device === '0' ? '' : ` ${device}`));
}
