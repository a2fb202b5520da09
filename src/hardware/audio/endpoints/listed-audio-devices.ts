import type { Logger } from '../../../platform/log.js';
import { DriverUnavailableError } from '../../errors.js';
import type { AudioDevices, AudioEndpoint } from '../../hardware.js';
import type { Call, CallListener, CallSettings } from '../call/call.js';

/** Lists audio endpoints. Real: `driver-endpoint-source.ts`. */
export interface EndpointSource {
  /** @throws {DriverUnavailableError} if this machine cannot list them */
  endpoints(): Promise<AudioEndpoint[]>;
  /** calls back when the list may have changed, until the returned function is called */
  watch(listener: () => void): () => void;
  /** calls back with the level of an input, until the returned function is called (`AudioDevices.listen`) */
  listen(inputId: string, onLevel: (level: number) => void): () => void;
  /** opens the call (`AudioDevices.call`) */
  call(settings: CallSettings, listener: CallListener): Call;
}

/** Audio devices for voice settings and listings. */
export class ListedAudioDevices implements AudioDevices {
  /** the pending request, shared by concurrent callers */
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
      // The pending request may have been answered before the change.
      this.#asking = null;
      listener();
    });
  }

  listen(inputId: string, onLevel: (level: number) => void): () => void {
    return this.source.listen(inputId, onLevel);
  }

  call(settings: CallSettings, listener: CallListener): Call {
    return this.source.call(settings, listener);
  }

  async #ask(): Promise<AudioEndpoint[]> {
    try {
      return await this.source.endpoints();
    } catch (error) {
      if (!(error instanceof DriverUnavailableError)) throw error;
      // A machine without sound has no endpoints; the status of the driver says why.
      this.log.debug({ reason: error.reason }, 'no audio endpoints');
      return [];
    }
  }
}
