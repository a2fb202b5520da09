import type { Logger } from '../../platform/log.js';
import { DriverUnavailableError } from '../errors.js';
import type { AudioDevices, AudioEndpoint } from '../hardware.js';
import type { EndpointSource } from './endpoint-source.js';

/** Audio devices as voice settings and listings see them. */
export class ListedAudioDevices implements AudioDevices {
  /** the answer under way, shared by all who ask meanwhile */
  #asking: Promise<AudioEndpoint[]> | null = null;

  constructor(
    private readonly source: EndpointSource,
    private readonly log: Logger,
  ) {}

  endpoints(): Promise<AudioEndpoint[]> {
    if (this.#asking !== null) return this.#asking;
    const asking = this.#ask().finally(() => {
      if (this.#asking === asking) this.#asking = null;
    });
    this.#asking = asking;
    return asking;
  }

  watch(listener: () => void): () => void {
    return this.source.watch(() => {
      // An answer under way may be from before the change.
      this.#asking = null;
      listener();
    });
  }

  listen(inputId: string, heard: (level: number) => void): () => void {
    return this.source.listen(inputId, heard);
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
