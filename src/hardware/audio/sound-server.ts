import { loadAudioEndpoints, type NativeAudioEndpoint } from '../../platform/native/audio-endpoints.js';
import { normalizeDeviceId, stableId } from '../device-id.js';
import { physicalDevice } from '../physical-device.js';
import type { FoundEndpoint, PortAudioWay } from './found-endpoint.js';

/** The system's sound service cannot be asked, and whether there is one is not known. */
export class SoundServiceError extends Error {
  override readonly name = 'SoundServiceError';
}

/** A sound server that is well answers within milliseconds. */
const TIMEOUT_MS = 2000;

/**
 * @returns the endpoints that the system's sound service has; none if it does not answer in time; null if there is no
 *   sound service
 * @throws {SoundServiceError} if it cannot be asked
 */
export async function soundServerEndpoints(): Promise<FoundEndpoint[] | null> {
  const { binding } = loadAudioEndpoints();
  if (binding === null) return null;
  const { service, endpoints } = await binding.list(TIMEOUT_MS);
  if (service === 'exhausted') throw new SoundServiceError('no more files can be opened');
  return service === 'absent' ? null : await Promise.all(endpoints.map(toFound));
}

async function toFound(endpoint: NativeAudioEndpoint): Promise<FoundEndpoint> {
  const { identity, name, isInput, isDefault, place } = endpoint;
  // Windows has a UUID of its own for every endpoint, the one that hardware vendors report.
  const id = process.platform === 'win32' ? normalizeDeviceId(identity) : stableId(identity);
  const direction = isInput ? 'input' : 'output';
  const container = await physicalDevice(place);
  return { endpoint: { id, name, direction, is_default: isDefault, container }, way: wayTo(endpoint) };
}

/** PortAudio knows the sound servers of Linux as one device, `pulse`; elsewhere it has the endpoints by the system's names. */
function wayTo({ identity, name }: NativeAudioEndpoint): PortAudioWay {
  const serverName = /^pulseaudio\/(?:sink|source)\/(.+)$/s.exec(identity)?.[1] ?? null;
  return { serverName, isDevice: (device) => device.name === (serverName === null ? name : 'pulse') };
}
