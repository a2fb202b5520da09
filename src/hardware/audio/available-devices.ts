import { type AvailableDevice, DEFAULT_DEVICE } from '../../protocol/rpc/voice-settings.js';
import type { AudioEndpoint } from '../hardware.js';

/** The devices of one direction to choose from in voice settings: the default entry first. */
export function availableDevices(
  endpoints: readonly AudioEndpoint[],
  direction: AudioEndpoint['direction'],
): AvailableDevice[] {
  const choices = endpoints.filter((endpoint) => endpoint.direction === direction);
  return [DEFAULT_DEVICE, ...choices.map(({ id, name }) => ({ id, name }))];
}
