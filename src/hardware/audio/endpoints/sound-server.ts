import { loadAudioEndpoints, type NativeAudioEndpoint } from '../../../platform/native/audio-endpoints.js';
import { normalizeDeviceId, stableId } from '../../device-id.js';
import { physicalDevice } from '../../physical-device.js';
import type { FoundEndpoint, PortAudioWay } from './found-endpoint.js';

/** The system's sound service cannot be queried, and it is unknown whether there is one. */
class SoundServiceError extends Error {
  override readonly name = 'SoundServiceError';
}

/** A healthy sound server responds within milliseconds. */
const TIMEOUT_MS = 2000;

/**
 * @returns the endpoints of the system's sound service; none if it does not respond in time; null if there is no sound
 * service
 * @throws {SoundServiceError} if it cannot be queried
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
  // Windows has its own UUID for every endpoint, which hardware vendors report.
  const id = process.platform === 'win32' ? normalizeDeviceId(identity) : stableId(identity);
  const direction = isInput ? 'input' : 'output';
  const container = await physicalDevice(place);
  return { endpoint: { id, name, direction, is_default: isDefault, container }, way: wayTo(endpoint) };
}

/**
 * PortAudio shows the sound servers of Linux as one device, `pulse`; elsewhere it lists the endpoints by their system
 * names.
 */
function wayTo({ identity, name }: NativeAudioEndpoint): PortAudioWay {
  const serverName = /^pulseaudio\/(?:sink|source)\/(.+)$/s.exec(identity)?.[1] ?? null;
  return { serverName, isDevice: (device) => device.name === (serverName === null ? name : 'pulse') };
}
