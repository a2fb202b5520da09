import { loadNativeAddon, type NativeAudioEndpoint } from '../../platform/native.js';
import { normalizedDeviceId } from '../device-id.js';
import { physicalDevice } from '../physical-device.js';
import { stableId } from '../stable-id.js';
import type { AudioEndpoint } from './audio-contract.js';

/** A sound server that is well answers within milliseconds. */
const TIMEOUT_MS = 2000;

/**
 * @returns the endpoints that the system's sound service has; none if it does not answer in time; null if there is no
 *   sound service
 */
export async function soundServerEndpoints(): Promise<AudioEndpoint[] | null> {
  const { addon } = loadNativeAddon();
  if (addon === null) return null;
  const { service, endpoints } = await addon.listAudioEndpoints(TIMEOUT_MS);
  return service === 'absent' ? null : await Promise.all(endpoints.map(toEndpoint));
}

async function toEndpoint(endpoint: NativeAudioEndpoint): Promise<AudioEndpoint> {
  const { identity, name, isInput, isDefault, place } = endpoint;
  // Windows has a UUID of its own for every endpoint, the one that hardware vendors report.
  const id = process.platform === 'win32' ? normalizedDeviceId(identity) : stableId(identity);
  const direction = isInput ? 'input' : 'output';
  return { id, name, direction, is_default: isDefault, container: await physicalDevice(place) };
}
