import type { DeviceInfo } from 'naudiodon';
import type { AudioEndpoint } from './audio-contract.js';

/** An endpoint with the way to it. */
export interface FoundEndpoint {
  readonly endpoint: AudioEndpoint;
  readonly way: PortAudioWay;
}

/** Through which of its devices PortAudio opens an endpoint. */
export interface PortAudioWay {
  /** tells the device among those that PortAudio lists */
  isDevice(device: DeviceInfo): boolean;
  /** the sound server's name of it, where one device stands for the whole server; else null */
  readonly serverName: string | null;
}

export function endpointsOf(found: readonly FoundEndpoint[]): AudioEndpoint[] {
  return found.map(({ endpoint }) => endpoint);
}
