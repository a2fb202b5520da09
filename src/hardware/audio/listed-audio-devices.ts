import type { Logger } from '../../platform/log.js';
import { type AvailableDevice, DEFAULT_DEVICE } from '../../protocol/rpc/voice-settings.js';
import { DriverUnavailableError } from '../errors.js';
import type { AudioDevices, AudioEndpoint } from '../hardware.js';
import type { EndpointSource } from './endpoint-source.js';

/** Audio devices as the voice settings list them. */
export class ListedAudioDevices implements AudioDevices {
  /** the answer under way, shared by all who ask meanwhile: settings ask for both directions at once */
  #asking: Promise<AudioEndpoint[]> | null = null;

  constructor(
    private readonly source: EndpointSource,
    private readonly log: Logger,
  ) {}

  endpoints(): Promise<AudioEndpoint[]> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async available(direction: AudioEndpoint['direction']): Promise<AvailableDevice[]> {
    const endpoints = (await this.endpoints()).filter((endpoint) => endpoint.direction === direction);
    return [DEFAULT_DEVICE, ...endpoints.map(({ id, name }) => ({ id, name }))];
  }

  async #ask(): Promise<AudioEndpoint[]> {
    try {
      return await this.source.endpoints();
    } catch (error) {
      if (!(error instanceof DriverUnavailableError)) throw error;
      // A machine without sound has no endpoints; the driver's state tells why.
      this.log.debug({ reason: error.reason }, 'no audio endpoints');
      return [];
    }
  }
}
