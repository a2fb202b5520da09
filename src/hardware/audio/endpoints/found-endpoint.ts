import type { DeviceInfo } from 'naudiodon';
import type { AudioEndpoint } from '../audio-contract.js';

/** An endpoint and how to open it. */
export interface FoundEndpoint {
  readonly endpoint: AudioEndpoint;
  readonly way: PortAudioWay;
}

/** How PortAudio opens an endpoint. */
export interface PortAudioWay {
  /** whether a device that PortAudio lists is this endpoint */
  isDevice(device: DeviceInfo): boolean;
  /** the sound server's name of the endpoint, if one PortAudio device stands for the whole server; else null */
  readonly serverName: string | null;
}

export function endpointsOf(found: readonly FoundEndpoint[]): AudioEndpoint[] {
  return found.map(({ endpoint }) => endpoint);
}
